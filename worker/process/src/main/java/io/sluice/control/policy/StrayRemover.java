package io.sluice.control.policy;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.queue.NextPass;
import io.sluice.control.run.Absences;
import io.sluice.control.run.Absences.Absence;
import io.sluice.control.run.Presence;
import io.sluice.hub.replica.ReplicaPort;
import io.sluice.policy.PolicyName;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds back the deletion of what no root stands for in namespaces of clusters (policy-propagation
 * 7): it has been there for the grace, a few go in a minute, and each with a line in the log. That
 * nobody has seen its root is one sign; whoever deletes reads the hub for the other.
 */
public final class StrayRemover {
  private static final Logger LOG = LoggerFactory.getLogger(StrayRemover.class);

  /** What the hub shows otherwise than the caches takes its share of the quota each time. */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

  private final ReplicaPort writer;
  private final StrayJudge judge;
  private final Absences grace;
  private final RemovalQuota quota;

  private final Map<PolicyName, SortedMap<String, Absence>> strays = new ConcurrentHashMap<>();

  /** By the root that they name, and by cluster. */
  private final Map<PolicyName, SortedMap<String, Absence>> orphans = new ConcurrentHashMap<>();

  /**
   * Creates a remover.
   *
   * @param judge reads the other sign
   * @param grace measures for how long they have been there
   * @param quota limits how many go in a minute
   */
  public StrayRemover(ReplicaPort writer, StrayJudge judge, Absences grace, RemovalQuota quota) {
    this.writer = requireNonNull(writer, "writer is null");
    this.judge = requireNonNull(judge, "judge is null");
    this.grace = requireNonNull(grace, "grace is null");
    this.quota = requireNonNull(quota, "quota is null");
  }

  /**
   * Removes a Policy that is a stray to {@link StrayJudge}, too.
   *
   * @param object the Policy of that name, if there is one
   * @return when to look again; empty where nothing is left
   */
  Optional<Instant> remove(
      PolicyName policy, Optional<GenericKubernetesResource> object, Instant now) {
    return remove(
        strays,
        policy,
        object.stream().map(found -> policy.namespace()).toList(),
        due ->
            object.filter(found -> judge.stray(policy, found)).filter(writer::delete).isPresent()
                ? due
                : List.of(),
        now);
  }

  /**
   * Removes replicas whose root does not exist.
   *
   * @param clusters all that have one
   * @param deletion reads the hub and deletes; returns those that are gone
   * @return when to look again; empty where nothing is left
   */
  Optional<Instant> remove(
      PolicyName root,
      Collection<String> clusters,
      Function<List<String>, List<String>> deletion,
      Instant now) {
    return remove(
        orphans,
        root,
        clusters,
        due -> {
          List<String> gone = deletion.apply(due);
          gone.forEach(
              cluster ->
                  LOG.warn(
                      "{}/{} is deleted: there is no policy {}",
                      cluster,
                      root.replicaName(),
                      root));
          return gone;
        },
        now);
  }

  private Optional<Instant> remove(
      Map<PolicyName, SortedMap<String, Absence>> known,
      PolicyName policy,
      Collection<String> namespaces,
      Function<List<String>, List<String>> deletion,
      Instant now) {
    SortedMap<String, Absence> waits =
        grace.next(
            known.getOrDefault(policy, Collections.emptySortedMap()),
            namespaces,
            namespace -> Presence.AVAILABLE,
            now);
    if (waits.isEmpty()) {
      known.remove(policy);
      return Optional.empty();
    }
    known.put(policy, waits);
    List<String> due =
        waits.keySet().stream().filter(namespace -> waits.get(namespace).over(now)).toList();
    int granted = quota.take(due.size(), now);
    List<String> gone = granted == 0 ? List.of() : deletion.apply(due.subList(0, granted));
    Optional<Instant> next =
        waits.values().stream()
            .map(Absence::end)
            .filter(end -> end.isAfter(now))
            .min(Instant::compareTo);
    if (granted < due.size()) {
      next = NextPass.earlier(next, quota.next());
    }
    return gone.size() < granted ? NextPass.earlier(next, Optional.of(now.plus(LOOK_AGAIN))) : next;
  }

  /** Forgets the replicas of a policy: it has a root. */
  void forget(PolicyName root) {
    orphans.remove(root);
  }
}
