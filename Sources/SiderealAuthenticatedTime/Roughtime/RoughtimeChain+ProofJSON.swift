import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TimeServer.RoughtimeChain.Proof {
    /// The proof as a JSON object, of type `application/roughtime-malfeasance+json` (RFC 10049, section 8.4.1).
    public var json: String {
        let responses = exchanges.map { exchange in
            let random = exchange.random.map { #""rand":"\#(Self.base64($0))","# } ?? ""
            return "{" + random + #""publicKey":"\#(Self.base64(exchange.publicKey))","#
                + #""request":"\#(Self.base64(exchange.request))","response":"\#(Self.base64(exchange.response))"}"#
        }
        return #"{"responses":["# + responses.joined(separator: ",") + "]}"
    }

    /// The maximum number of bytes in a report as JSON. Sixty-four exchanges fit into this limit if each is as long as
    /// four packets.
    package static let mostBytes = 1 << 20

    /// Reads a report, and does not verify it.
    package init(json: [UInt8]) throws(RoughtimeReportError) {
        guard json.count <= Self.mostBytes else { throw .tooLong(json.count) }
        guard JSONGrammar.accepts(json) else { throw .badForm("The report is not JSON.") }
        let form: Form
        do {
            form = try JSONDecoder().decode(Form.self, from: Data(json))
        } catch {
            throw .badForm(
                "The report needs a list named 'responses'.  "
                    + "Each object in the list needs the strings 'publicKey', 'request' and 'response'."
            )
        }
        guard form.responses.count <= Self.mostExchanges else { throw .tooMany(form.responses.count) }
        var exchanges: [Exchange] = []
        for (index, response) in form.responses.enumerated() {
            guard let publicKey = Self.bytes(response.publicKey), let request = Self.bytes(response.request),
                let packet = Self.bytes(response.response), let random = response.rand.map(Self.bytes) ?? []
            else { throw .badForm("Response \(index + 1) has a value that is not Base64.") }
            exchanges.append(
                Exchange(
                    publicKey: publicKey, random: response.rand == nil ? nil : random, request: request,
                    response: packet))
        }
        self.init(exchanges)
    }

    private struct Form: Decodable {
        struct Response: Decodable {
            let rand: String?
            let publicKey: String
            let request: String
            let response: String
        }

        let responses: [Response]
    }

    package static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    private static func bytes(_ base64: String) -> [UInt8]? { Data(base64Encoded: base64).map { Array($0) } }
}
