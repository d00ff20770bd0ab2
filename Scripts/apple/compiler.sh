# The compiler for Apple platforms, to be sourced: against a standard library made of the toolchain's interfaces and
# against what Tests/AppleDeclarations declares of Apple's frameworks. Nothing links or runs.
declarations=Tests/AppleDeclarations
targets=(SiderealBase SiderealCore SiderealSystem SiderealClocks SiderealGate SiderealStorage SiderealBoot
    SiderealNetwork SiderealTime SiderealAuthenticatedTime Sidereal SiderealTesting)
ios=arm64-apple-ios16.0
macos=arm64-apple-macosx13.0
# The bodies of what is declared are for Linux.
no_bodies=(-Xfrontend -experimental-skip-all-function-bodies)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/c"
echo "module CSiderealSystem { header \"$PWD/Sources/CSiderealSystem/include/CSiderealSystem.h\" export * }" \
    >"$work/c/module.modulemap"

swift_for() {  # swift_for TRIPLE OUT ARGUMENT...
    local triple=$1 out=$2
    shift 2
    mkdir -p "$out"
    swiftc -target "$triple" -Xfrontend -disable-objc-interop -I "$out" -I "$work/$triple/declared" -I "$declarations" \
        -I "$work/c" -I "$work/$triple/library" -module-cache-path "$work/$triple/cache" -parse-as-library -wmo \
        -swift-version 6 -warnings-as-errors "$@"
}
ours() {  # ours TRIPLE OUT MODULE ARGUMENT...: as the manifest has it, with its trait
    local triple=$1 out=$2 module=$3 strict=()
    shift 3
    case $module in SiderealBase | SiderealCore | SiderealGate | SiderealStorage) strict=(-strict-memory-safety) ;; esac
    swift_for "$triple" "$out" -module-name "$module" -package-name sidereal -D BootIdentity "${strict[@]}" \
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
        -enable-upcoming-feature MemberImportVisibility -I "$work/$triple/app" "$@"
}
module() {  # module NAME OUT: the arguments that make a module
    echo -module-name "$1" -emit-module -emit-module-path "$2/$1.swiftmodule"
}
sources() { find "Sources/$1" "Tools/$1" "Tests/$1" -name '*.swift' 2>/dev/null | sort; }
test_targets() { find Tests -maxdepth 1 -name 'Sidereal*Tests' -printf '%f\n' | sort; }
platform() { case $1 in *-ios*) echo iOS ;; *-macosx*) echo macOS ;; esac; }

prepare() {  # prepare TRIPLE: its standard library, and modules of what is declared
    local triple=$1 library framework out=$work/$1/declared
    library=$(Scripts/apple/standard-library "$triple")
    mkdir -p "$work/$triple"
    ln -s "$library" "$work/$triple/library"
    for framework in Darwin Dispatch notify os ObjectiveC CoreFoundation Security Foundation CommonCrypto CryptoKit \
        Network CoreLocation UIKit Combine CoreTransferable SwiftUI ActivityKit WidgetKit BackgroundTasks CoreData \
        SQLite3; do
        # A Mac has no UIKit; the others are for the example app, which is for iOS alone.
        case $framework in
            UIKit) [[ "$triple" != *-macosx* ]] || continue ;;
            CoreLocation | ActivityKit | WidgetKit | BackgroundTasks | CoreData) [[ "$triple" = *-ios* ]] || continue ;;
        esac
        # shellcheck disable=SC2046
        swift_for "$triple" "$out" "${no_bodies[@]}" $(module "$framework" "$out") "$declarations/$framework"*.swift
    done
}
libraries() {  # libraries TRIPLE TARGET...: their modules, and no code
    local triple=$1 target out=$work/$1/app
    shift
    for target; do
        # shellcheck disable=SC2046
        ours "$triple" "$out" "$target" $(module "$target" "$out") $(sources "$target")
        echo "apple-check: $target compiles for $triple"
    done
}
graphs() {  # graphs TRIPLE: the symbol graphs of the libraries, for Scripts/surface and Scripts/docs-check
    local triple=$1 target folder
    folder=.build/apple/$(platform "$1")
    rm -rf "$folder" && mkdir -p "$folder"
    for target in "${targets[@]}"; do
        swift symbolgraph-extract -module-name "$target" -minimum-access-level public -target "$triple" \
            -output-dir "$folder" -module-cache-path "$work/$triple/cache" -Xcc -w -I "$work/$triple/app" \
            -I "$work/$triple/declared" -I "$declarations" -I "$work/c" -I "$work/$triple/library"
    done
}
tests() {  # tests ARGUMENT...: tests and benchmarks for macOS, which call more of Darwin and Foundation
    local out=$work/$macos/tests framework target
    for framework in Darwin Dispatch Foundation; do
        # shellcheck disable=SC2046
        swift_for "$macos" "$out" $(module "$framework" "$out") \
            "$declarations/$framework"*.swift $(find "$declarations/tests" -name "$framework*.swift")
    done
    # shellcheck disable=SC2046
    ours "$macos" "$out" TestSupport $(module TestSupport "$out") $(sources Support)
    for target in ${tested:-$(test_targets)} SiderealBenchmarks; do
        # shellcheck disable=SC2046
        ours "$macos" "$out" "$target" "$@" $(sources "$target")
        echo "apple-check: $target compiles for $macos"
    done
}
example() {  # example ARGUMENT...: the demo app as its project has it: the module beside it, the app, and the extension
    local here=Examples/SiderealDemo out=$work/demo target flags
    target=arm64-apple-ios$(sed -nE 's/.*IPHONEOS_DEPLOYMENT_TARGET = ([0-9.]+);.*/\1/p' \
        "$here"/*.xcodeproj/project.pbxproj | sort -u)
    flags=(-target "$target" -I "$work/$ios/app" -enable-upcoming-feature MemberImportVisibility)
    # shellcheck disable=SC2046
    swift_for "$ios" "$out" "${flags[@]}" -enable-upcoming-feature ExistentialAny $(module DemoCore "$out") \
        -package-name examples -application-extension $(find "$here/Core/Sources" -name '*.swift' | sort)
    flags+=(-default-isolation MainActor -enable-upcoming-feature InferIsolatedConformances "$@")
    # shellcheck disable=SC2046
    swift_for "$ios" "$out" "${flags[@]}" -module-name SiderealDemo \
        $(find "$here/App" "$here/Shared" -name '*.swift' | sort)
    # shellcheck disable=SC2046
    swift_for "$ios" "$out" "${flags[@]}" -module-name DemoWidgets -application-extension \
        $(find "$here/Widget" "$here/Shared" -name '*.swift' | sort)
    echo "apple-check: the demo app and its extension compile for $target"
}
