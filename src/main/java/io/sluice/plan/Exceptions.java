package io.sluice.plan;

import io.sluice.plan.ClusterException.Reason;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists the clusters that are not as they should be, each once, by name (rollout-strategy 5). */
final class Exceptions {
  private static final int LONGEST_MESSAGE = 512;

  private final AttemptState state;
  private final Ledger ledger;
  private final Membership members;

  Exceptions(Sight sight) {
    this.state = sight.state();
    this.ledger = sight.ledger();
    this.members = sight.members();
  }

  List<ClusterException> list() {
    return ledger.entries().stream().flatMap(entry -> of(entry).stream()).toList();
  }

  private Optional<ClusterException> of(ClusterState entry) {
    return Stream.of(
            fromStage(entry),
            entry.unreachable() ? told(entry, Reason.UNREACHABLE, unreachable(entry)) : none(),
            members.leaving(entry.cluster())
                ? told(entry, Reason.REMOVAL_PENDING, "No placement selects the cluster any more.")
                : none(),
            members.ignored(entry.cluster())
                ? told(entry, Reason.IGNORED, "Its status is ignored, as the strategy asks.")
                : none())
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<ClusterException> fromStage(ClusterState entry) {
    return switch (entry.stage()) {
      case STARTED -> entry.refused() == 0 ? none() : told(entry, Reason.CANNOT_WRITE, entry.why());
      case DISPATCHED, SOAKING -> none();
      case SUCCEEDED ->
          entry.turned()
              ? told(entry, Reason.REGRESSED, "Not compliant any more, after its soak was over.")
              : none();
      case FAILED, TIMED_OUT ->
          entry.turned()
              ? told(entry, Reason.RECOVERED_LATE, "Compliant, but after its deadline.")
              : told(
                  entry,
                  entry.stage() == Stage.FAILED ? Reason.FAILED : Reason.TIME_OUT,
                  failure(entry));
    };
  }

  private String failure(ClusterState entry) {
    String what =
        entry.dispatched() == 0
            ? "the hub refused the write: " + entry.why()
            : entry.stage() == Stage.FAILED
                ? "it reported that it does not comply with this version"
                : "it reported nothing on this version";
    return state
        .spec()
        .strategy()
        .progressDeadline()
        .map(deadline -> "Within the %s of its deadline %s.".formatted(Texts.of(deadline), what))
        .orElse(what);
  }

  private static String unreachable(ClusterState entry) {
    return entry.stage().isFinal()
        ? "The cluster is not available."
        : "The cluster is not available, so its status is frozen.";
  }

  private Optional<ClusterException> told(ClusterState entry, Reason reason, String message) {
    Instant since =
        entry.stage() == Stage.STARTED && entry.refused() != 0
            ? entry.clockStart()
            : entry.sinceInstant();
    return Optional.of(
        new ClusterException(
            entry.cluster(),
            ledger.groupOf(entry).name(),
            entry.stage().status().word(),
            reason,
            since,
            message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE),
            members.ignored(entry.cluster())));
  }

  private static Optional<ClusterException> none() {
    return Optional.empty();
  }
}
