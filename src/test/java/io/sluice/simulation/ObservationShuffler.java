package io.sluice.simulation;

import io.sluice.approval.RuledApprovals;
import io.sluice.fleet.DecisionGroup;
import io.sluice.rollout.FleetView;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.Intent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Shuffles the lists of an observation. */
final class ObservationShuffler {
  private ObservationShuffler() {}

  static <T> List<T> of(List<T> values, Random random) {
    List<T> copy = new ArrayList<>(values);
    Collections.shuffle(copy, random);
    return copy;
  }

  static HubSnapshot of(HubSnapshot hub, Random random) {
    FleetView fleet = hub.fleet();
    Intent intent = hub.intent();
    List<DecisionGroup> groups =
        fleet.groups().stream()
            .map(group -> new DecisionGroup(group.key(), of(group.clusters(), random)))
            .toList();
    return new HubSnapshot(
        hub.claim(),
        hub.root(),
        hub.refusal(),
        new Intent(
            of(intent.decisionGroups(), random),
            intent.ungroupedApproved(),
            intent.ungroupedBy(),
            intent.ungroupedAt(),
            intent.approvalsForVersion(),
            intent.paused(),
            intent.generation(),
            intent.abort(),
            of(intent.skipped(), random)),
        new FleetView(
            of(groups, random),
            fleet.incoherent(),
            of(fleet.leaving(), random),
            of(fleet.ignored(), random),
            of(fleet.withoutReplica(), random),
            of(fleet.foreign(), random)),
        hub.kept(),
        hub.silentSince(),
        hub.schedule(),
        hub.checks(),
        hub.approvals().map(asked -> shuffled(asked, random)));
  }

  private static RuledApprovals shuffled(RuledApprovals asked, Random random) {
    return new RuledApprovals(
        asked.rules(), of(asked.records(), random), asked.author(), of(asked.revoked(), random));
  }
}
