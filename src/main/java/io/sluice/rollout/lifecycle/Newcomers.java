package io.sluice.rollout.lifecycle;

import io.sluice.fleet.ByteOrder;
import io.sluice.policy.Dispatch;
import io.sluice.policy.Replica;
import io.sluice.rollout.FleetView;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Finds the clusters that joined after an attempt had ended (rollout-strategy 3.7 and 6.3).
 *
 * <p>A cluster took part if its replica has the version as dispatched, or was dispatched for it and
 * edited by hand since. It also took part if the Rollout lists it: a cluster whose replica could
 * never be written must not count as new forever.
 *
 * @param joined those that are new, by name
 * @param undecided those of which that cannot be known, by name: they do not count as new
 */
public record Newcomers(List<String> joined, List<String> undecided) {
  public Newcomers {
    joined = List.copyOf(joined);
    undecided = List.copyOf(undecided);
  }

  /**
   * Finds them.
   *
   * @param generation the one that the ended attempt rolled out
   * @param carries whether a replica has the content of that version, as dispatched
   * @param listed clusters in the Rollout's exceptions
   * @param omitted whether a cluster without the version may be one of the exceptions that were cut
   */
  public static Newcomers of(
      FleetView fleet,
      Collection<Replica> replicas,
      long generation,
      Predicate<Replica> carries,
      Set<String> listed,
      Predicate<String> omitted) {
    Map<String, Replica> byCluster =
        replicas.stream()
            .collect(Collectors.toMap(Replica::cluster, Function.identity(), (one, other) -> one));
    List<String> without =
        fleet.groups().stream()
            .flatMap(group -> group.clusters().stream())
            .distinct()
            .filter(cluster -> !listed.contains(cluster))
            .filter(
                cluster ->
                    !byCluster.containsKey(cluster)
                        || !tookPart(byCluster.get(cluster), generation, carries))
            .sorted(ByteOrder.NAMES)
            .toList();
    return new Newcomers(
        without.stream().filter(cluster -> !omitted.test(cluster)).toList(),
        without.stream().filter(omitted).toList());
  }

  private static boolean tookPart(Replica replica, long generation, Predicate<Replica> carries) {
    return carries.test(replica)
        || replica
            .dispatch()
            .filter(dispatch -> dispatch.as() == Dispatch.As.DISPATCHED)
            .filter(dispatch -> dispatch.generation() == generation)
            .isPresent();
  }
}
