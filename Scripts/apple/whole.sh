# What apple-check does with --whole; sourced by it.
. Scripts/library/refused.sh

compile() {  # compile TRIPLE WHAT TARGET FLAG...
    local triple=$1 what=$2 target=$3
    shift 3
    # shellcheck disable=SC2046
    ours "$triple" "$work/$triple/app" "$target" "$@" -c $(sources "$target") -o "$work/$triple/$target.o"
    echo "apple-check: $target compiles for $triple, $what: $(stat -c %s "$work/$triple/$target.o") bytes of code"
}
clients() {  # clients TRIPLE: apps of others (Examples/Client), which see the modules of the libraries alone
    local triple=$1 client=Examples/Client/Sources target flags
    for target in $(find "$client" -mindepth 1 -maxdepth 1 -not -name Tour -printf '%f\n' | sort); do
        case $target in
            MainActorApp) flags=(-swift-version 5 -default-isolation MainActor) ;;
            Swift5App) flags=(-swift-version 5) ;;
            *) flags=(-enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility) ;;
        esac
        [ "$target" != MemberImportVisibility ] || flags+=(-enable-upcoming-feature InternalImportsByDefault)
        swift_for "$triple" "$work/$triple/app" -module-name "$target" "${flags[@]}" -c "$client/$target"/*.swift \
            -o "$work/$triple/client.o"
        echo "apple-check: $target, an app of others, compiles for $triple"
    done
}
with_code() {  # with_code TRIPLE: all that is promised there
    local triple=$1 target thread=$work/$1/thread
    prepare "$triple"
    for target in "${targets[@]}"; do
        # shellcheck disable=SC2046
        compile "$triple" "optimized" "$target" -O $(module "$target" "$work/$triple/app")
    done
    graphs "$triple"
    clients "$triple"
    # The other form of pthread_create's header.
    # shellcheck disable=SC2046
    swift_for "$triple" "$thread" -Xcc -DTHREAD_ARGUMENT_CAN_BE_NULL $(module Darwin "$thread") \
        "$declarations/Darwin.swift"
    # shellcheck disable=SC2046
    ours "$triple" "$thread" SiderealSystem -typecheck $(sources SiderealSystem)
    case $triple in
        "$ios") example -c -o "$work/$triple/example.o" ;;
        "$macos")
            for target in SiderealPicture SiderealSimulation SiderealCommand; do
                # shellcheck disable=SC2046
                compile "$triple" "unoptimized" "$target" $(module "$target" "$work/$triple/app")
            done
            tests -c -o "$work/$triple/test.o"
            ;;
    esac
    Scripts/apple/privacy "$work/$triple"
    for target in "${targets[@]}"; do
        compile "$triple" "for extensions, unoptimized" "$target" -Onone -application-extension
    done
}
# Declared in the manifest, and not promised. (What of iOS is available on visionOS is told by a table in its SDK, which
# is not to be had here.)
watchos=arm64_32-apple-watchos9.0
tvos=arm64-apple-tvos16.0
without_code() {
    prepare "$1"
    libraries "$1" SiderealBase SiderealCore SiderealSystem SiderealClocks SiderealGate SiderealStorage SiderealBoot \
        SiderealNetwork SiderealTime SiderealAuthenticatedTime Sidereal
}
side_by_side with_code "$ios" "$macos"
side_by_side without_code "$watchos" "$tvos"

shown() {  # shown TRIPLE FLAG...: compiles what comes on standard input, as one of our modules that imports Foundation
    local triple=$1
    shift
    { echo 'import Foundation'; cat; } >"$work/shown.swift"
    ours "$triple" "$work/$triple/app" Shown "$@" "$work/shown.swift"
}
must_fail() {  # must_fail WHAT WHY FLAG... <FILE: the planted file must be refused, and for that reason
    local what=$1 why=$2
    shift 2
    refused "$what" "$why" shown "$ios" "$@" -c -o "$work/shown.o"
}
must_fail_on() { refused "$2" "$3" shown "$1" -typecheck; }  # must_fail_on TRIPLE WHAT WHY <FILE
must_fail_changed() {  # must_fail_changed WHAT WHY FILE EXPRESSION: a change to a source must be refused
    local what=$1 why=$2 file=$3 target=${3#*Sources/} compiler
    target=$(cut -d / -f 1 <<<"${target#Tests/}")
    case $file in
        Tests/*) compiler=(ours "$macos" "$work/$macos/tests") ;;
        Sources/*) compiler=(ours "$ios" "$work/$ios/app") ;;
        Examples/*) compiler=(swift_for "$ios" "$work/$ios/app" -module-name) ;;
    esac
    sed -E "$4" "$file" >"$work/changed.swift"
    ! cmp -s "$file" "$work/changed.swift" || { echo "apple-check: nothing to change in $file: $what" >&2; exit 1; }
    # shellcheck disable=SC2046
    refused "$what" "$why" "${compiler[@]}" "$target" -typecheck "$work/changed.swift" \
        $(find "${file%%/"$target"/*}/$target" -name '*.swift' | grep -vxF "$file")
}
must_fail_changed "notify(3) without its module" "cannot find 'notify_register_dispatch' in scope" \
    Sources/SiderealSystem/Platform/DarwinNotification+notify.swift '/import notify/d'
must_fail_changed "a property that metrics lack" \
    "'URLSessionTaskTransactionMetrics' does not conform to protocol 'TransactionMetrics'" \
    Sources/SiderealTime/Platform/TrustedClock+TaskMetrics+Darwin.swift 's/requestStartDate/requestBeginDate/'
must_fail_changed "a notification that UIKit lacks" "has no member 'protectedDataBecameAvailableNotification'" \
    Sources/SiderealGate/Platform/Notifications+UIKit.swift 's/protectedDataDidBecome/protectedDataBecame/'
must_fail_changed "a preview without its store" "cannot find 'preview' in scope\|has no member 'preview'" \
    Examples/Client/Sources/SwiftUIPreviews/PreviewStore.swift '/extension ProtectedStore/,$d'
must_fail_changed "an object that does not publish" "'Published'\|ObservableObject\|wrappedValue" \
    Examples/Client/Sources/CombinePublishers/TimeLabel.swift 's/final class TimeLabel: ObservableObject/struct TimeLabel/'
must_fail_changed "a test of what macOS 14 brought" "'StoredValue' is only available in macOS 14" \
    Tests/SiderealStorageTests/Interface/StoredValueTests.swift '/@available/d'
must_fail_changed "an error number of Linux in a test" "type 'ErrorNumber' has no member 'noKey'" \
    Tests/SiderealStorageTests/Store/StoreForeignHandTests.swift 's/#if os\(Linux\)/#if true/'
must_fail_changed "an expectation of another type" "cannot be applied to operands of type 'Int' and 'String'" \
    Tests/SiderealClocksTests/Clocks/DarwinClocksTests.swift 's/(#expect\(device.now.reads == )Self.readingsPerAttempt\)/\1"16")/'
must_fail "a method of iOS 17's Foundation" "only available in iOS 17" <<'END'
func link(_ text: String) -> URL? { URL(string: text, encodingInvalidCharacters: false) }
END
must_fail "a task group of iOS 17's standard library" "only available in iOS 17" <<'END'
func wait() async { await withDiscardingTaskGroup { _ in } }
END
must_fail "the main actor's state, changed in a notification's block" "main actor-isolated property 'text'" <<'END'
@MainActor final class Label { var text = "" }
func follow(_ label: Label, _ center: NotificationCenter) -> any NSObjectProtocol {
    center.addObserver(forName: nil, object: nil, queue: nil) { _ in label.text = "set" }
}
END
must_fail "a notification handed to another task" "data race" <<'END'
func listen(_ center: NotificationCenter, _ take: @escaping @Sendable (Notification) -> Void) -> any NSObjectProtocol {
    center.addObserver(forName: nil, object: nil, queue: nil) { notification in Task { take(notification) } }
}
END
must_fail "an unfair lock held in an asynchronous function" "unavailable from asynchronous contexts" <<'END'
import os
func hold(_ lock: OSAllocatedUnfairLock<Void>) async { lock.lock() }
END
must_fail "a value of a key without its reading" "cannot convert return expression of type 'ProtectedReading<Bool>'" <<'END'
import SiderealStorage
import SwiftUI
struct Root: View {
    @Stored(StoreKey<Bool>("hasOnboarded")) var hasOnboarded
    var flag: Bool { hasOnboarded }
    var body: some View { EmptyView() }
}
END
must_fail "a default value that nobody called harmless" "extra argument 'default' in call" <<'END'
import SiderealStorage
import SwiftUI
struct Root: View {
    @Stored(StoreKey<Bool>("hasOnboarded"), default: false) var hasOnboarded
    var body: some View { EmptyView() }
}
END
must_fail "a value where no default was called harmless" "enum case 'value' cannot be used as an instance member" <<'END'
import SiderealStorage
import SwiftUI
struct Root: View {
    @Stored(StoreKey<Bool>("hasOnboarded")) var hasOnboarded
    var flag: Bool { hasOnboarded.value }
    var body: some View { EmptyView() }
}
END
must_fail "Observation before iOS 17" "'StoredValue' is only available in iOS 17" <<'END'
import SiderealStorage
@MainActor func follow(_ store: ProtectedStore) { _ = StoredValue(StoreKey<Bool>("hasOnboarded"), in: store) }
END
must_fail "the application object in an extension" "is unavailable in application extensions" -application-extension <<'END'
import UIKit
@MainActor func application() -> UIApplication { UIApplication.shared }
END
must_fail "an activity handed from the main actor" "risks causing data races" <<'END'
import ActivityKit
@available(iOS 16.2, *) @MainActor func end<A>(_ activity: Activity<A>) async { await activity.end(nil) }
END
must_fail_on "$watchos" "a socket on watchOS" "watchOS apps can't open sockets" <<'END'
import Sidereal
func server() -> TimeServer { .ntp("time.example") }
END
must_fail_on "$tvos" "a record that tvOS may delete" "tvOS may delete an app's files" <<'END'
import Sidereal
func open() throws -> Observatory { try Observatory() }
END
must_fail_on "$tvos" "a store that tvOS may delete" "tvOS may delete an app's files" <<'END'
import SiderealStorage
func open() throws -> ProtectedStore { try ProtectedStore("settings") }
END
