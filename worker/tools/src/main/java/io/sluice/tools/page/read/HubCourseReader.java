package io.sluice.tools.page.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.policy.Dispatch;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.Counts;
import io.sluice.tools.page.model.ClusterCell;
import io.sluice.tools.page.model.GroupCells;
import io.sluice.tools.page.model.GroupCourse;
import io.sluice.tools.page.model.RolloutCourse;
import io.sluice.tools.page.model.RolloutPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the course of an attempt from the hub, as far as that has it: when each cluster was
 * started.
 *
 * <p>When a cluster succeeded is in the history of the run alone.
 */
public final class HubCourseReader {
  private static final String GAPS =
      "The hub keeps when clusters were started, not when each succeeded: from its start on a"
          + " cluster is drawn pale, and the last column shows what it has reached.";

  private final HubApi hub;

  public HubCourseReader(KubernetesClient client) {
    this.hub = new HubApi(requireNonNull(client, "client is null"));
  }

  /** Returns the course; empty before the attempt has begun. */
  public Optional<RolloutCourse> read(RolloutPage page) {
    Optional<Instant> from =
        Optional.ofNullable(page.status().startedAt).flatMap(JsonTree::instant);
    Instant to =
        Optional.ofNullable(page.status().endedAt).flatMap(JsonTree::instant).orElse(page.readAt());
    return from.filter(begin -> !page.groups().isEmpty())
        .map(begin -> course(page, begin, to.isBefore(begin) ? begin : to));
  }

  private RolloutCourse course(RolloutPage page, Instant from, Instant to) {
    Map<String, Instant> starts = new HashMap<>();
    String gaps = GAPS;
    try {
      page.name().policy().ifPresent(policy -> starts.putAll(dispatched(policy, page.status())));
    } catch (HubException e) {
      gaps = GAPS + " Replicas could not be read: " + e.getMessage();
    }
    List<GroupCourse> groups = new ArrayList<>();
    for (GroupCells group : page.groups()) {
      groups.add(new GroupCourse(group.group().key().label(), points(group, starts, from, to)));
    }
    return new RolloutCourse(from, to, groups, true, gaps);
  }

  /** The replicas that a rollout writes name their dispatch. */
  private Map<String, Instant> dispatched(PolicyName policy, RolloutStatus status) {
    Map<String, Instant> starts = new HashMap<>();
    for (GenericKubernetesResource replica :
        hub.listAll(Kinds.POLICY, Map.of(PolicyApi.ROOT_POLICY, policy.replicaName()))) {
      ReplicaParser.of(replica)
          .flatMap(found -> found.replica().dispatch())
          .filter(dispatch -> dispatch.rolloutUid().equals(status.rolloutUID))
          .filter(dispatch -> dispatch.as() == Dispatch.As.DISPATCHED)
          .ifPresent(dispatch -> starts.put(replica.getMetadata().getNamespace(), dispatch.at()));
    }
    return starts;
  }

  private static List<GroupCourse.Point> points(
      GroupCells group, Map<String, Instant> starts, Instant from, Instant to) {
    Counts now = group.group().counts();
    List<Instant> instants =
        group.cells().stream()
            .flatMap(cell -> start(cell, starts).stream())
            .filter(at -> !at.isBefore(from) && at.isBefore(to))
            .sorted()
            .toList();
    List<GroupCourse.Point> points = new ArrayList<>();
    points.add(new GroupCourse.Point(from, started(now, 0)));
    for (int i = 0; i < instants.size(); i++) {
      boolean last = i + 1 == instants.size() || !instants.get(i + 1).equals(instants.get(i));
      if (last) {
        points.add(new GroupCourse.Point(instants.get(i), started(now, i + 1)));
      }
    }
    points.add(new GroupCourse.Point(to, now));
    return points;
  }

  private static Optional<Instant> start(ClusterCell cell, Map<String, Instant> starts) {
    return Optional.ofNullable(starts.get(cell.cluster())).or(cell::since);
  }

  private static Counts started(Counts now, long number) {
    return new Counts(now.clusters(), now.clusters() - number, number, 0, 0, 0, 0, 0, 0);
  }
}
