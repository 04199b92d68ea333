package io.sluice.control.gate;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.gate.HeldInputs;
import io.sluice.gate.LedgerEntry;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives changed inputs of hub templates, and changed policy sets that a policy depends on, their
 * number, once it shows on a cluster that a change is held (gate 6). The next number begins an
 * attempt, as a change of the strategy does.
 *
 * <p>OCM's propagator writes one replica after the other: a change counts once no further cluster
 * has shown it for a while, so that it is one version and not many.
 */
public final class InputsKeeper {
  /** Without a further cluster for as long, the change is complete. */
  private static final Duration QUIET = Duration.ofSeconds(3);

  /** It is complete then, whatever comes. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final HubApi hub;
  private final Map<PolicyName, Held> waiting = new ConcurrentHashMap<>();

  public InputsKeeper(HubApi hub) {
    this.hub = requireNonNull(hub, "hub is null");
  }

  /**
   * What is held of a policy.
   *
   * @param first when that was seen first
   * @param last when the number of clusters changed last
   */
  private record Held(HeldInputs inputs, long clusters, Instant first, Instant last) {
    Held with(long present, Instant now) {
      return present == clusters ? this : new Held(inputs, present, first, now);
    }

    Instant complete() {
      Instant quiet = last.plus(QUIET);
      Instant latest = first.plus(LONGEST);
      return quiet.isBefore(latest) ? quiet : latest;
    }
  }

  /**
   * Looks after one policy.
   *
   * @return when to do so again without a change on the hub
   */
  Optional<Instant> reconcile(
      PolicyContext context, Map<String, CachedReplica> replicas, Instant now) {
    PolicyObjects objects = context.objects();
    PolicyName policy = objects.policy();
    long clusters = overtaken(context, replicas);
    if (clusters == 0) {
      waiting.remove(policy);
      return Optional.empty();
    }
    HeldInputs inputs = objects.inputs();
    Held held =
        Optional.ofNullable(waiting.get(policy))
            .filter(known -> known.inputs().equals(inputs))
            .orElseGet(() -> new Held(inputs, clusters, now, now))
            .with(clusters, now);
    waiting.put(policy, held);
    if (now.isBefore(held.complete())) {
      return Optional.of(held.complete());
    }
    context.rollout().ifPresent(rollout -> write(policy, rollout, inputs));
    return Optional.of(now.plus(QUIET));
  }

  private static long overtaken(PolicyContext context, Map<String, CachedReplica> replicas) {
    if (context.root().filter(root -> context.content(root.snapshot()).shownByLedger()).isEmpty()) {
      return 0;
    }
    PolicyObjects objects = context.objects();
    HeldInputs inputs = objects.inputs();
    PolicyVersion version = context.version().orElseThrow();
    Map<String, LedgerEntry> taken = objects.ledger().present();
    return replicas.values().stream()
        .filter(
            found ->
                inputs.overtaken(
                    found.replica(),
                    found.gate(),
                    version,
                    Optional.ofNullable(taken.get(found.replica().cluster()))))
        .count();
  }

  /** Writes over what the hub shows now; whoever is faster is seen by the next pass. */
  private void write(PolicyName policy, GenericKubernetesResource cached, HeldInputs inputs) {
    try {
      hub.get(Kinds.ROLLOUT, policy.namespace(), policy.rolloutName())
          .filter(found -> uid(found).equals(uid(cached)))
          .filter(found -> HeldInputs.of(HubObjects.annotations(found)).equals(inputs))
          .ifPresent(found -> hub.update(Kinds.ROLLOUT, numbered(found, inputs.next())));
    } catch (KubernetesClientException e) {
      if (e.getCode() != HubApi.CONFLICT && e.getCode() != HubApi.NOT_FOUND) {
        throw HubException.of(
            "number the inputs of the hub templates of policy " + policy,
            "update",
            Kinds.ROLLOUT,
            e);
      }
    }
  }

  private static String uid(GenericKubernetesResource object) {
    return object.getMetadata().getUid();
  }

  private static GenericKubernetesResource numbered(
      GenericKubernetesResource rollout, HeldInputs inputs) {
    Map<String, String> annotations = new LinkedHashMap<>(HubObjects.annotations(rollout));
    annotations.put(HeldInputs.ANNOTATION, Long.toString(inputs.number()));
    rollout.getMetadata().setAnnotations(annotations);
    return rollout;
  }
}
