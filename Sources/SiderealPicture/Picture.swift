/// What is drawn of a device's history.
package struct Picture: Sendable {
    package init() {}
}
