package io.sluice.simulation;

import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.rollout.Ack;
import io.sluice.rollout.Action.Provide.Content;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.HubSnapshot;
import io.sluice.rollout.PendingMode;
import io.sluice.rollout.Report;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Writes to the hub for an attempt, as the product does: one cluster at a time, and safe to repeat.
 */
final class ModelReplicaWriter {
  /** The Rollout object names another attempt: the run must not write. */
  static final class ClaimLost extends Exception {
    private static final long serialVersionUID = 1;
  }

  /** An answer, and the current verdict on a replica that was not written. */
  record Answer(Ack ack, Optional<Report> report) {}

  private final ModelHub hub;
  private final AttemptSpec spec;
  private final AttemptLog log;
  private final Instant now;

  ModelReplicaWriter(ModelHub hub, AttemptLog log, Instant now) {
    this.hub = hub;
    this.log = log;
    this.spec = log.spec;
    this.now = now;
  }

  /**
   * Returns false for a cluster that has left: a batch is cut with the placement before a write;
   * and behind the gate for a dispatch of a version that is not the present one.
   */
  boolean tries(String cluster, Ack.RequestedWrite asked) {
    return (hub.fleet().incoherent() || hub.fleet().selects(cluster))
        && (asked != Ack.RequestedWrite.DISPATCH || hub.admits(spec.version()));
  }

  void checkClaim() throws ClaimLost {
    if (hub.standing(spec) != HubSnapshot.ClaimState.HELD) {
      throw new ClaimLost();
    }
  }

  /**
   * Dispatches the cluster.
   *
   * @param first when this attempt dispatched it first; absent: now
   */
  Answer dispatch(String cluster, Optional<Instant> first) {
    Optional<String> objection = objection(cluster);
    if (objection.isPresent()) {
      return refused(cluster, objection.get());
    }
    Optional<ModelReplica> there = hub.replica(cluster);
    if (spec.mode() == PendingMode.BESIDE && (there.isEmpty() || !hub.fleet().selects(cluster))) {
      return refused(cluster, "the propagator gives it no replica");
    }
    // Beside the propagator a dispatch enforces the current content, which may be newer.
    String content =
        spec.mode() == PendingMode.BESIDE ? there.get().content() : spec.version().contentHash();
    if (there.filter(replica -> replica.carries(content, false)).isPresent()) {
      return unwritten(cluster, there.get());
    }
    Instant at = first.orElse(now);
    Optional<String> madeBy =
        there.map(ModelReplica::madeBy).orElse(Optional.of(spec.rolloutUid()));
    ModelReplica next =
        ModelReplica.of(content, false, Optional.of(stamp(Dispatch.As.DISPATCHED, at)))
            .madeBy(madeBy);
    hub.write(Optional.of(log), ReplicaWrite.Cause.DISPATCH, cluster, Optional.of(next), now);
    return new Answer(Ack.written(cluster, at, spec.number()), Optional.empty());
  }

  private Answer unwritten(String cluster, ModelReplica replica) {
    boolean ours =
        replica
            .dispatch()
            .filter(found -> found.attempt() == spec.number())
            .filter(found -> found.rolloutUid().equals(spec.rolloutUid()))
            .isPresent();
    Instant at = ours ? replica.dispatch().get().at() : now;
    return new Answer(
        Ack.written(cluster, at, replica.attempt()),
        Optional.of(hub.reportOf(cluster, replica, now)));
  }

  Answer provide(String cluster, Content content) {
    Optional<String> objection = objection(cluster);
    if (objection.isPresent()) {
      return refused(cluster, objection.get());
    }
    Optional<ModelReplica> there = hub.replica(cluster);
    Optional<ModelReplica> next =
        content == Content.INFORM ? asInform(there) : there.isPresent() ? Optional.empty() : last();
    if (next.isPresent()) {
      hub.write(Optional.of(log), ReplicaWrite.Cause.PROVIDE, cluster, next, now);
    }
    return new Answer(Ack.written(cluster, now, spec.number()), Optional.empty());
  }

  private Optional<ModelReplica> asInform(Optional<ModelReplica> there) {
    String content = spec.version().contentHash();
    return there.filter(replica -> replica.content().equals(content)).isPresent()
        ? Optional.empty()
        : Optional.of(ModelReplica.of(content, true, Optional.of(stamp(Dispatch.As.PENDING))));
  }

  private Optional<ModelReplica> last() {
    return lastSuccessful()
        .filter(this::kept)
        .map(
            version ->
                ModelReplica.of(
                    version.contentHash(), false, Optional.of(stamp(Dispatch.As.NEWCOMER))));
  }

  /** Only Works keep what a template was before. */
  private boolean kept(PolicyVersion version) {
    return !hub.fleet().ofTemplate()
        || hub.replicas().values().stream()
            .anyMatch(replica -> replica.content().equals(version.contentHash()));
  }

  private Optional<PolicyVersion> lastSuccessful() {
    return hub.rollout().flatMap(object -> object.lastSuccessful);
  }

  Answer takeBack(String cluster) {
    if (hub.fleet().refusing().containsKey(cluster)) {
      return refused(cluster, hub.fleet().refusing().get(cluster));
    }
    if (hub.fleet().ofTemplate() && last().isEmpty()) {
      return refused(cluster, "no Work holds the former content, so the cluster keeps its");
    }
    Optional<ModelReplica> there = hub.replica(cluster).filter(this::dispatchedHere);
    if (there.isPresent()) {
      Optional<ModelReplica> next = takenBack(there.get());
      if (!next.equals(there)) {
        hub.write(Optional.of(log), ReplicaWrite.Cause.TAKE_BACK, cluster, next, now);
      }
    }
    return new Answer(Ack.written(cluster, now, spec.number()), Optional.empty());
  }

  private boolean dispatchedHere(ModelReplica replica) {
    return replica
        .dispatch()
        .filter(found -> found.rolloutUid().equals(spec.rolloutUid()))
        .filter(found -> found.as() == Dispatch.As.DISPATCHED)
        .isPresent();
  }

  private Optional<ModelReplica> takenBack(ModelReplica there) {
    Optional<Dispatch> stamp = Optional.of(stamp(Dispatch.As.TAKEN_BACK));
    if (spec.mode() == PendingMode.BESIDE) {
      return Optional.of(ModelReplica.of(there.content(), true, Optional.empty()));
    }
    if (spec.mode() == PendingMode.INFORM) {
      return Optional.of(ModelReplica.of(there.content(), true, stamp).madeBy(there.madeBy()));
    }
    if (lastSuccessful().isPresent()) {
      String content = lastSuccessful().get().contentHash();
      return Optional.of(ModelReplica.of(content, false, stamp).madeBy(there.madeBy()));
    }
    boolean madeHere = there.madeBy().equals(Optional.of(spec.rolloutUid()));
    return madeHere ? Optional.empty() : Optional.of(there);
  }

  private Optional<String> objection(String cluster) {
    boolean wanted =
        hub.root()
            .filter(root -> root.uid().equals(spec.version().policyUid()))
            .filter(root -> !root.disabled() && !root.deleting())
            .isPresent();
    if (!wanted) {
      return Optional.of("the policy was deleted or disabled");
    }
    return Optional.ofNullable(hub.fleet().refusing().get(cluster));
  }

  private Answer refused(String cluster, String why) {
    return new Answer(Ack.refused(cluster, now, why), Optional.empty());
  }

  private Dispatch stamp(Dispatch.As as) {
    return stamp(as, now);
  }

  private Dispatch stamp(Dispatch.As as, Instant at) {
    return new Dispatch(
        spec.rolloutUid(), spec.number(), spec.version().generation(), as, at, now, Map.of());
  }
}
