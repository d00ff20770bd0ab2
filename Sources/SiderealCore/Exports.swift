// This module re-exports SiderealBase, which defines the reasons why a record can't be read.
@_exported public import SiderealBase
