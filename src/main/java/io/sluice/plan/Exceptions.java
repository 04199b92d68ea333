package io.sluice.plan;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.ClusterStatus;
import io.sluice.plan.ClusterException.Reason;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Lists the clusters that are not as they should be, each once, by name (rollout-strategy 5). */
final class Exceptions {
  private static final int LONGEST_MESSAGE = 512;
  private static final String LEAVING = "No placement selects the cluster any more.";
  private static final String FOREIGN = "A restricted binding of somebody else enforces it.";

  private final AttemptState state;
  private final HubView hub;
  private final Ledger ledger;
  private final Membership members;

  Exceptions(Sight sight) {
    this.state = sight.state();
    this.hub = sight.hub();
    this.ledger = sight.ledger();
    this.members = sight.members();
  }

  List<ClusterException> list() {
    return Stream.concat(
            ledger.entries().stream().flatMap(entry -> of(entry).stream()),
            members.waiting().stream().flatMap(entry -> of(entry).stream()))
        .sorted(Comparator.comparing(ClusterException::cluster, ByteOrder.NAMES))
        .toList();
  }

  private Optional<ClusterException> of(Waiting entry) {
    if (entry.refused() != 0) {
      return told(entry, Reason.CANNOT_WRITE, entry.refusedAt(), entry.why());
    }
    if (hub.fleet().foreign().contains(entry.cluster())) {
      return told(entry, Reason.FOREIGN_OVERRIDE, state.startedAt(), FOREIGN);
    }
    return members.leaving(entry.cluster())
        ? told(entry, Reason.REMOVAL_PENDING, state.startedAt(), LEAVING)
        : none();
  }

  private Optional<ClusterException> told(
      Waiting entry, Reason reason, Instant since, String message) {
    return Optional.of(
        new ClusterException(
            entry.cluster(),
            members.groupOf(entry).name(),
            ClusterStatus.TO_APPLY.word(),
            reason,
            since,
            cut(message),
            members.ignored(entry.cluster())));
  }

  private Optional<ClusterException> of(ClusterState entry) {
    return Stream.of(
            unstaged(entry),
            fromStage(entry),
            entry.is(Mark.UNREACHABLE)
                ? told(entry, Reason.UNREACHABLE, unreachable(entry))
                : none(),
            members.leaving(entry.cluster())
                ? told(entry, Reason.REMOVAL_PENDING, LEAVING)
                : none(),
            hub.fleet().foreign().contains(entry.cluster())
                ? told(entry, Reason.FOREIGN_OVERRIDE, FOREIGN)
                : none(),
            members.ignored(entry.cluster())
                ? told(entry, Reason.IGNORED, "Its status is ignored, as the strategy asks.")
                : none())
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<ClusterException> unstaged(ClusterState entry) {
    boolean reached =
        TakingBack.changedUnderEnforced(state.spec(), hub) && TakingBack.enforced(entry);
    return reached
        ? told(
            entry,
            Reason.UNSTAGED_CHANGE,
            "It was enforced when the policy changed, so it got the change before its turn.")
        : none();
  }

  private Optional<ClusterException> fromStage(ClusterState entry) {
    return switch (entry.stage()) {
      case STARTED -> entry.refused() == 0 ? none() : told(entry, Reason.CANNOT_WRITE, entry.why());
      case DISPATCHED, SOAKING, NEW_CLUSTER -> none();
      case SUCCEEDED ->
          entry.is(Mark.TURNED)
              ? told(entry, Reason.REGRESSED, "Not compliant any more, after its soak was over.")
              : none();
      case FAILED, TIMED_OUT ->
          entry.is(Mark.TURNED)
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
    String within =
        state
            .spec()
            .strategy()
            .progressDeadline()
            .map(
                deadline -> "Within the %s of its deadline %s.".formatted(Texts.of(deadline), what))
            .orElse(what);
    return entry.is(Mark.TAKEN_BACK) ? within + " " + takenBack(entry) : within;
  }

  private static String takenBack(ClusterState entry) {
    return entry.why().isEmpty()
        ? "Its write was taken back."
        : "Its write could not be taken back: " + entry.why();
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
            cut(message),
            members.ignored(entry.cluster())));
  }

  private static String cut(String message) {
    return message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE);
  }

  private static Optional<ClusterException> none() {
    return Optional.empty();
  }
}
