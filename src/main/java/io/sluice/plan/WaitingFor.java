package io.sluice.plan;

import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Words the one sentence that says what an attempt waits for (rollout-strategy 5). */
final class WaitingFor {
  static final String NO_CLUSTER = "No cluster is selected.";

  private final Instant now;
  private final AttemptState state;
  private final HubView hub;
  private final Ledger ledger;
  private final Membership members;
  private final Approvals approvals;

  WaitingFor(Sight sight) {
    this.now = sight.now();
    this.state = sight.state();
    this.hub = sight.hub();
    this.ledger = sight.ledger();
    this.members = sight.members();
    this.approvals = sight.approvals();
  }

  String sentence(Phase phase) {
    return switch (phase) {
      case DONE -> "";
      case HALTED -> halted();
      case PAUSED -> "Paused. Set spec.paused to false, or resume.";
      case PENDING -> pending();
      case PROGRESSING -> progressing();
      case SOAKING -> soaking();
      case WAITING_FOR_APPROVAL -> approval();
    };
  }

  private String pending() {
    return hub.refusal().or(() -> hub.fleet().incoherent()).orElse(NO_CLUSTER);
  }

  private String progressing() {
    Map<GroupKey, List<ClusterState>> waiting = inStage(false);
    if (waiting.isEmpty()) {
      return hub.fleet().incoherent().orElseGet(this::firstPass);
    }
    String who =
        waiting.entrySet().stream()
            .map(group -> outstanding(group.getKey(), group.getValue()))
            .collect(Collectors.joining("; "));
    Optional<Instant> deadline =
        waiting.values().stream()
            .flatMap(List::stream)
            .flatMap(entry -> ledger.expiryOf(entry).stream())
            .min(Instant::compareTo);
    String until =
        deadline
            .map(instant -> "The next deadline is " + Texts.at(instant, now) + ".")
            .orElse(
                state.spec().strategy().progressDeadline().isPresent()
                    ? "Their deadlines run from the hub's acknowledgement."
                    : "No deadline is set, so this waits until they report.");
    return "Waiting for %s. %s".formatted(who, until);
  }

  private String firstPass() {
    List<String> uninformed =
        members.waiting().stream()
            .filter(entry -> !entry.answered())
            .map(Waiting::cluster)
            .toList();
    return state.informed() || uninformed.isEmpty()
        ? "Waiting for the next step."
        : "Waiting for %s to get this version as inform: %s."
            .formatted(Texts.clusters(uninformed.size()), Texts.names(uninformed));
  }

  private String outstanding(GroupKey group, List<ClusterState> entries) {
    return "%d of %s in group %s to become compliant: %s"
        .formatted(
            entries.size(),
            Texts.clusters(members.groups().get(group).size()),
            GroupLabels.of(group),
            Texts.names(names(entries)));
  }

  private String soaking() {
    List<String> parts = new ArrayList<>();
    inStage(true)
        .forEach(
            (group, entries) -> {
              Instant end =
                  entries.stream().map(ledger::soakEnd).max(Instant::compareTo).orElseThrow();
              parts.add(
                  "Soaking %s in group %s until %s."
                      .formatted(
                          Texts.clusters(entries.size()),
                          GroupLabels.of(group),
                          Texts.at(end, now)));
            });
    return String.join(" ", parts);
  }

  private String approval() {
    List<String> parts = new ArrayList<>();
    members
        .groups()
        .forEach(
            (group, clusters) -> {
              long unstarted = clusters.stream().filter(name -> ledger.of(name).isEmpty()).count();
              if (unstarted > 0) {
                parts.add(approvals.heldByGate(group) ? gate(group) : approval(group, unstarted));
              }
            });
    return String.join(" ", parts);
  }

  private static String approval(GroupKey group, long unstarted) {
    String where =
        group.named()
            ? "Set rolloutApproved to true for it in spec.decisionGroups."
            : "Set spec.ungrouped.rolloutApproved to true.";
    return "Waiting for approval of group %s (%s). %s"
        .formatted(GroupLabels.of(group), Texts.clusters(unstarted), where);
  }

  private String gate(GroupKey group) {
    String wanted = hub.intent().approvalsForVersion().orElse("");
    return hub.root()
        .flatMap(RootView::versionAnnotation)
        .map(
            version ->
                "Group %s is approved for version %s, but the policy is version %s. Set spec.approvalsForVersion to %s."
                    .formatted(GroupLabels.of(group), wanted, version, version))
        .orElse(
            "Group %s is approved for version %s, but the policy has no version annotation. Remove spec.approvalsForVersion."
                .formatted(GroupLabels.of(group), wanted));
  }

  private String halted() {
    Strategy strategy = state.spec().strategy();
    List<String> scopes = new ArrayList<>();
    List<ClusterState> shown = new ArrayList<>();
    List<ClusterState> fleet = new ArrayList<>();
    members
        .groups()
        .forEach(
            (group, clusters) -> {
              List<ClusterState> failed = failed(clusters);
              long tolerated =
                  strategy.mandatory(group)
                      ? 0
                      : strategy.maxFailures().toleranceOf(clusters.size());
              if ((strategy.perGroup() || strategy.mandatory(group)) && failed.size() > tolerated) {
                scopes.add(excess(failed.size(), " of group " + GroupLabels.of(group), tolerated));
                shown.addAll(failed);
              }
              fleet.addAll(failed);
            });
    if (scopes.isEmpty()) {
      long tolerated = strategy.maxFailures().toleranceOf(fleetSize());
      scopes.add(
          !strategy.perGroup() && fleet.size() > tolerated
              ? excess(fleet.size(), "", tolerated)
              : state.breach().orElse("more clusters failed than tolerated"));
      shown.addAll(fleet);
    }
    return "Halted: %s%s. Change the policy, or set spec.retryRollout.rolloutUID to %s."
        .formatted(String.join("; ", scopes), who(shown), state.spec().rolloutUid());
  }

  private static String who(List<ClusterState> failed) {
    return failed.isEmpty()
        ? ""
        : ": "
            + Texts.names(
                failed.stream()
                    .map(entry -> entry.cluster() + " " + entry.stage().status())
                    .toList());
  }

  private static String excess(long failures, String where, long tolerated) {
    return "%s%s failed, %d %s tolerated"
        .formatted(Texts.clusters(failures), where, tolerated, tolerated == 1 ? "is" : "are");
  }

  private long fleetSize() {
    return members.groups().values().stream().mapToLong(List::size).sum();
  }

  private List<ClusterState> failed(List<String> clusters) {
    return clusters.stream()
        .flatMap(name -> ledger.of(name).stream())
        .filter(entry -> entry.stage().isFailure() && !members.ignored(entry.cluster()))
        .toList();
  }

  private Map<GroupKey, List<ClusterState>> inStage(boolean soaking) {
    return ledger.entries().stream()
        .filter(entry -> Handover.holds(entry, state.spec(), members, now))
        .filter(entry -> (entry.stage() == Stage.SOAKING) == soaking)
        .collect(Collectors.groupingBy(ledger::groupOf, TreeMap::new, Collectors.toList()));
  }

  private static List<String> names(List<ClusterState> entries) {
    return entries.stream().map(ClusterState::cluster).toList();
  }
}
