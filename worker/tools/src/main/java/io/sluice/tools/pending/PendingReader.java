package io.sluice.tools.pending;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.activation.PendingIntent;
import io.sluice.activation.policy.PolicyActivationDecision;
import io.sluice.activation.policy.PolicyActivationInput;
import io.sluice.activation.policy.PolicyActivationPlanner;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.ActivationInputBuilder;
import io.sluice.hub.read.ActiveTargeting;
import io.sluice.hub.read.HubMode;
import io.sluice.hub.read.HubReader;
import io.sluice.hub.read.PolicyContext;
import io.sluice.hub.read.PolicyObjects;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import io.sluice.tools.option.CliFailure;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Plans the activation of a policy as a worker would now, from the hub alone, and writes nothing
 * (lazy-activation 1.2).
 */
public final class PendingReader {
  private static final int REQUESTS = 4;

  private final KubernetesClient client;
  private final HubApi hub;

  public PendingReader(KubernetesClient client) {
    this.client = requireNonNull(client, "client is null");
    this.hub = new HubApi(client);
  }

  /**
   * Returns the verdict; empty if no edit of the policy waits for anything.
   *
   * @param act begins messages: {@code "Cannot show ..."}
   * @throws CliFailure while a placement is not whole
   */
  public Optional<PendingVerdict> verdict(PolicyName name, String act, Instant now) {
    try (RequestPool pool = new RequestPool(REQUESTS)) {
      PolicyObjects objects = HubReader.viewing(client, pool, HubMode.STANDALONE).read(name);
      return verdict(PolicyContext.of(objects, now), () -> replicas(name), this::managed, act, now);
    }
  }

  /**
   * Returns the same from the objects of a policy, such as those of files.
   *
   * @param holders returns the clusters that have a replica
   * @param clusters returns the clusters that are managed
   */
  public static Optional<PendingVerdict> verdict(
      PolicyContext context,
      Supplier<Set<String>> holders,
      Supplier<Set<String>> clusters,
      String act,
      Instant now) {
    boolean recorded = context.active().flatMap(ActiveTargeting::recorded).isPresent();
    if (!recorded) {
      return Optional.empty();
    }
    Set<String> replicas = holders.get();
    Set<String> managed = clusters.get();
    PolicyActivationInput input =
        ActivationInputBuilder.of(context, replicas, managed::contains)
            .orElseThrow(
                () ->
                    new CliFailure(
                        "%s: the decisions of a placement are being written. Try again."
                            .formatted(act)));
    return Optional.of(
        shown(
            context.objects().policy(),
            PolicyActivationPlanner.decide(input, now),
            replicas,
            managed));
  }

  private static PendingVerdict shown(
      PolicyName name,
      PolicyActivationDecision decision,
      Set<String> replicas,
      Set<String> managed) {
    return new PendingVerdict(
        "policy " + name,
        decision.activation().record().pending().map(PendingIntent::revision),
        decision.reason(),
        decision.message(),
        decision.clusters(),
        replicas.stream().collect(Collectors.toMap(Function.identity(), cluster -> "")),
        managed,
        "What is pending changes the override that counts on it.");
  }

  private Set<String> replicas(PolicyName name) {
    return client
        .genericKubernetesResources(Kinds.POLICY)
        .inAnyNamespace()
        .withLabel(PolicyApi.ROOT_POLICY, name.replicaName())
        .list()
        .getItems()
        .stream()
        .map(replica -> replica.getMetadata().getNamespace())
        .collect(Collectors.toSet());
  }

  private Set<String> managed() {
    return hub.listAll(Kinds.MANAGED_CLUSTER).stream()
        .map((GenericKubernetesResource cluster) -> cluster.getMetadata().getName())
        .collect(Collectors.toSet());
  }
}
