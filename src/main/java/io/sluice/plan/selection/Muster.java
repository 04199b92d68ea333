package io.sluice.plan.selection;

import io.sluice.fleet.ByteOrder;
import io.sluice.fleet.GroupKey;
import io.sluice.plan.strategy.Strategy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds the fleet as it was given: where everybody stands, and how each group fares.
 *
 * <p>Everyone is classified and counted here, once and before anything is decided, so that no
 * decision depends on how far a walk came (rollout-strategy F5, F8 to F11).
 *
 * @param scopes the groups, in rollout order
 * @param members the clusters of all groups, by name
 * @param removed known clusters that are in no group (F3)
 */
record Muster(List<Scope> scopes, List<Member> members, List<Selected> removed) {

  static Muster of(Strategy strategy, List<Candidates> candidates, List<Known> known, Instant now) {
    Roster roster = new Roster(candidates);
    Classification classification = new Classification(strategy, now);
    Map<String, Standing> standings = new HashMap<>(known.size() * 2);
    List<Selected> removed = new ArrayList<>();
    for (Known entry : known) {
      boolean member = roster.contains(entry.cluster());
      if (!member) {
        removed.add(Classification.entry(entry, Optional.empty()));
      }
      Standing standing = member ? classification.of(entry) : Standing.UNTOUCHED;
      if (standings.put(entry.cluster(), standing) != null) {
        throw new IllegalArgumentException(
            "Cannot select clusters: %s is known twice. Give one entry per cluster."
                .formatted(entry.cluster()));
      }
    }
    removed.sort(Comparator.comparing(Selected::cluster, ByteOrder.NAMES));
    List<Member> members =
        roster.clusters().stream()
            .map(
                cluster ->
                    new Member(
                        cluster,
                        roster.groupOf(cluster),
                        standings.getOrDefault(cluster, Standing.UNTOUCHED)))
            .toList();
    return new Muster(scopes(roster, members), members, removed);
  }

  private static List<Scope> scopes(Roster roster, List<Member> members) {
    Map<GroupKey, List<Standing>> byGroup = new HashMap<>();
    members.forEach(
        member ->
            byGroup
                .computeIfAbsent(member.group(), group -> new ArrayList<>())
                .add(member.standing()));
    return roster.approvals().entrySet().stream()
        .map(
            group ->
                scope(
                    group.getKey(),
                    group.getValue(),
                    byGroup.getOrDefault(group.getKey(), List.of())))
        .toList();
  }

  private static Scope scope(GroupKey group, boolean approved, List<Standing> standings) {
    int notStarted = 0;
    int inFlight = 0;
    int running = 0;
    int failures = 0;
    for (Standing standing : standings) {
      notStarted += standing.notStarted() ? 1 : 0;
      inFlight += standing.inFlight() ? 1 : 0;
      running += standing.inFlight() && !standing.failed() ? 1 : 0;
      failures += standing.failed() ? 1 : 0;
    }
    return new Scope(group, approved, standings.size(), notStarted, inFlight, running, failures);
  }

  /** Entries in flight over all groups, by cluster name (F5, F14). */
  List<Selected> inFlight() {
    return entries(Standing.Stage.IN_FLIGHT);
  }

  /** Entries found past their deadline by this call, by cluster name (F4, F14). */
  List<Selected> timedOut() {
    return entries(Standing.Stage.EXPIRED);
  }

  private List<Selected> entries(Standing.Stage stage) {
    return members.stream()
        .map(Member::standing)
        .filter(standing -> standing.stage() == stage)
        .flatMap(standing -> standing.entry().stream())
        .toList();
  }

  /** Entries of those who start, by cluster name (F14). */
  List<Selected> starts(Opening opening) {
    return members.stream()
        .filter(member -> member.standing().notStarted())
        .filter(member -> opening.groups().contains(member.group()))
        .limit(opening.most())
        .map(member -> opening.afresh() ? member.afresh() : member.asGiven())
        .toList();
  }
}
