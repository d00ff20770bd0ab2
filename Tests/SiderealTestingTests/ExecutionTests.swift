import SiderealTesting
import Testing

@Suite struct ExecutionTests {}
