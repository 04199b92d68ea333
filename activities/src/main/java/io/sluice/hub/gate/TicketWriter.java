package io.sluice.hub.gate;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.gate.GateLabels;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.replica.RefusalReason;
import io.sluice.policy.JsonTree;
import io.sluice.policy.PolicyApi;
import io.sluice.policy.PolicyName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts tickets on replicas, and takes back those that were not used (gate 4.1, 4.2 and 4.4).
 *
 * <p>Each write is decided on the replica as a cache shows it and carries its version: of what has
 * changed meanwhile nothing is written, and the caller decides anew.
 */
public final class TicketWriter {
  private final HubApi hub;

  public TicketWriter(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /** Tells what became of a ticket. */
  public sealed interface Given {
    /**
     * It is on the replica now.
     *
     * @param before the resourceVersion of the replica without it; empty if there was none
     * @param with the one with it
     */
    record Written(String before, String with) implements Given {
      /** Returns the answer for a replica that has one already. */
      public static Written open(CachedReplica replica) {
        String version = replica.replica().resourceVersion();
        return new Written(version, version);
      }
    }

    /** The replica has changed, or was created: what is cached of it is not the latest. */
    record Changed() implements Given {}

    /** The hub rejects it for this one replica. */
    record Refused(String why) implements Given {}
  }

  /**
   * Puts a ticket on the replica; where there is none, creates a stub of it with a ticket, for the
   * propagator to fill.
   *
   * <p>It brings the label that stages, too: a write of the propagator that was refused brought
   * none.
   *
   * @param attempt the number of the attempt
   * @throws HubException if the hub does not answer
   */
  public Given give(PolicyName policy, String cluster, long attempt, Optional<CachedReplica> seen) {
    String verb = seen.isPresent() ? "patch" : "create";
    Map<String, String> labels =
        Map.of(GateLabels.STAGED, GateLabels.TRUE, GateLabels.TICKET, Long.toString(attempt));
    try {
      GenericKubernetesResource written =
          seen.isPresent()
              ? label(seen.get(), labels)
              : hub.create(Kinds.POLICY, stub(policy, cluster, labels));
      return new Given.Written(
          seen.map(replica -> replica.replica().resourceVersion()).orElse(""),
          written.getMetadata().getResourceVersion());
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || seen.isPresent() && e.getCode() == HubApi.NOT_FOUND) {
        return new Given.Changed();
      }
      return RefusalReason.of(verb, e)
          .<Given>map(Given.Refused::new)
          .orElseThrow(
              () ->
                  HubException.of(
                      "let the propagator write the replica of policy %s on cluster %s"
                          .formatted(policy, cluster),
                      verb,
                      Kinds.POLICY,
                      e));
    }
  }

  /**
   * Brings the label that stages to a replica that a refused write brought none; what has changed
   * meanwhile stays as it is.
   *
   * @throws HubException if the hub does not answer
   */
  public void stage(CachedReplica replica) {
    change(
        replica,
        Map.of(GateLabels.STAGED, GateLabels.TRUE),
        "stage the replica of policy %s on %s");
  }

  /**
   * Takes the ticket off a replica that was not written with it. Whoever was faster has used it, or
   * has taken it off: then nothing is written.
   *
   * <p>It says that a change waits: a ticket that is gone without that was used. A replica that was
   * created for its ticket, and not filled, is deleted.
   *
   * @return whether it is off by this write
   * @throws HubException if the hub does not answer
   */
  public boolean takeBack(CachedReplica replica) {
    if (isStub(replica)) {
      return remove(replica);
    }
    Map<String, String> labels = new HashMap<>();
    labels.put(GateLabels.TICKET, null);
    labels.put(GateLabels.HELD, GateLabels.TRUE);
    return change(replica, labels, "take the ticket of policy %s on cluster %s back");
  }

  /** Returns whether the replica is one that was created for its ticket, and was not filled yet. */
  public static boolean isStub(CachedReplica replica) {
    return replica.gate().open() && replica.replica().templates().isEmpty();
  }

  /** Deletes a stub, if it is one still: the hub shows that, and the version of it that goes. */
  private boolean remove(CachedReplica seen) {
    String cluster = seen.replica().cluster();
    PolicyName policy = seen.replica().policy();
    try {
      return hub.get(Kinds.POLICY, cluster, policy.replicaName())
          .filter(TicketWriter::unfilled)
          .filter(stub -> hub.delete(Kinds.POLICY, stub))
          .isPresent();
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        return false;
      }
      throw HubException.of(
          "delete the replica of policy %s on cluster %s, which OCM's propagator did not fill"
              .formatted(policy, cluster),
          "delete",
          Kinds.POLICY,
          e);
    }
  }

  private static boolean unfilled(GenericKubernetesResource policy) {
    return GateLabels.of(HubObjects.labels(policy)).open()
        && JsonTree.list(HubObjects.part(policy, "spec"), PolicyApi.TEMPLATES).isEmpty();
  }

  private boolean change(CachedReplica replica, Map<String, String> labels, String doing) {
    try {
      label(replica, labels);
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        return false;
      }
      throw HubException.of(
          doing.formatted(replica.replica().policy(), replica.replica().cluster()),
          "patch",
          Kinds.POLICY,
          e);
    }
  }

  private GenericKubernetesResource label(CachedReplica replica, Map<String, String> labels) {
    ObjectMeta at =
        new ObjectMetaBuilder()
            .withNamespace(replica.replica().cluster())
            .withName(replica.replica().policy().replicaName())
            .withResourceVersion(replica.replica().resourceVersion())
            .build();
    return hub.merge(Kinds.POLICY, at, "", Map.of("metadata", Map.of("labels", labels)));
  }

  /** It enforces nothing: what it is to hold the propagator writes. */
  private static GenericKubernetesResource stub(
      PolicyName policy, String cluster, Map<String, String> labels) {
    Map<String, String> all = new HashMap<>(labels);
    all.put(PolicyApi.ROOT_POLICY, policy.replicaName());
    all.put(PolicyApi.CLUSTER_NAME, cluster);
    all.put(PolicyApi.CLUSTER_NAMESPACE, cluster);
    GenericKubernetesResource stub =
        HubObjects.object(
            Kinds.POLICY,
            new ObjectMetaBuilder()
                .withNamespace(cluster)
                .withName(policy.replicaName())
                .withLabels(all)
                .build());
    stub.setAdditionalProperty("spec", Map.of("disabled", true, "policy-templates", List.of()));
    return stub;
  }
}
