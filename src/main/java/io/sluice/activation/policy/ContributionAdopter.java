package io.sluice.activation.policy;

import io.sluice.fleet.DecisionGroup;
import io.sluice.fleet.GroupKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Takes the clusters that have a replica for what is active, where nothing is recorded: with just
 * the desired ones, the desired targeting is (lazy-activation 4.3).
 *
 * <p>Replicas that no contribution selects now are kept by the first binding whose edits wait.
 */
final class ContributionAdopter {
  private final PolicyActivationInput in;
  private final Set<String> orphans;
  private final Optional<String> keeper;

  private ContributionAdopter(PolicyActivationInput in) {
    this.in = in;
    this.orphans = new HashSet<>(in.replicas());
    in.contributions()
        .forEach(found -> orphans.removeAll(ContributionRecord.clusters(found.groups())));
    this.keeper =
        in.contributions().stream()
            .filter(found -> in.preference().or(found.preference()).waits())
            .map(Contribution::binding)
            .findFirst();
  }

  static List<ContributionInput> adopted(PolicyActivationInput in) {
    ContributionAdopter adopter = new ContributionAdopter(in);
    return in.all().stream().map(adopter::adopted).toList();
  }

  private ContributionInput adopted(Contribution desired) {
    boolean known = desired.strategy() || in.replicasAsDesired();
    return new ContributionInput(
        desired,
        in.preference().or(desired.preference()),
        Optional.empty(),
        Optional.of(known ? desired.snapshot() : ContributionSnapshot.unknown(desired.snapshot())),
        0,
        groups(desired),
        Optional.empty());
  }

  private List<DecisionGroup> groups(Contribution desired) {
    List<DecisionGroup> groups =
        new ArrayList<>(ContributionRecord.existing(desired.groups(), in.replicas()::contains));
    if (!orphans.isEmpty() && keeper.filter(desired.binding()::equals).isPresent()) {
      DecisionGroup first =
          groups.isEmpty()
              ? new DecisionGroup(
                  new GroupKey(ContributionSnapshot.ref(desired.snapshot()).name(), "", 0),
                  List.of())
              : groups.remove(0);
      List<String> members =
          Stream.concat(first.clusters().stream(), orphans.stream()).sorted().toList();
      groups.add(0, new DecisionGroup(first.key(), members));
    }
    return ContributionRecord.existing(groups, in.exists());
  }
}
