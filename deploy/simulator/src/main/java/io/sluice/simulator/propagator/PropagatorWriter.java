package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorKinds.POLICY;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes policies, one request each, within the limit; throws the exceptions of fabric8. */
final class PropagatorWriter {
  private final KubernetesClient client;
  private final PauseSwitch gate;
  private final TokenBucket limit;

  PropagatorWriter(KubernetesClient client, PauseSwitch gate, TokenBucket limit) {
    this.client = client;
    this.gate = gate;
    this.limit = limit;
  }

  void create(GenericKubernetesResource replica) throws InterruptedException {
    await();
    at(replica).create();
  }

  /** Replaces labels, annotations and spec of a policy, if it is still the one that was read. */
  void update(GenericKubernetesResource read, GenericKubernetesResource wanted)
      throws InterruptedException {
    GenericKubernetesResource update = copy(read);
    update.getMetadata().setLabels(wanted.getMetadata().getLabels());
    update.getMetadata().setAnnotations(wanted.getMetadata().getAnnotations());
    update.setAdditionalProperty("spec", wanted.getAdditionalProperties().get("spec"));
    await();
    at(update).update();
  }

  /** Replaces the whole status of a policy, if it is still the one that was read. */
  void updateStatus(GenericKubernetesResource read, Map<String, Object> status)
      throws InterruptedException {
    GenericKubernetesResource update = copy(read);
    update.setAdditionalProperty("status", status);
    await();
    at(update).updateStatus();
  }

  /** Deletes a policy of that name, whichever it is; one that is gone is no error. */
  void delete(GenericKubernetesResource policy) throws InterruptedException {
    await();
    try {
      at(policy).delete();
    } catch (KubernetesClientException e) {
      if (e.getCode() != HTTP_NOT_FOUND) {
        throw e;
      }
    }
  }

  private void await() throws InterruptedException {
    limit.take();
    gate.pass();
  }

  /**
   * Copies what a change replaces, so that the caches go on showing what stands if it is refused;
   * the trees below are never changed in place.
   */
  private static GenericKubernetesResource copy(GenericKubernetesResource policy) {
    GenericKubernetesResource copy = new GenericKubernetesResource();
    copy.setApiVersion(policy.getApiVersion());
    copy.setKind(policy.getKind());
    copy.setMetadata(new ObjectMetaBuilder(policy.getMetadata()).build());
    copy.setAdditionalProperties(new LinkedHashMap<>(policy.getAdditionalProperties()));
    return copy;
  }

  private Resource<GenericKubernetesResource> at(GenericKubernetesResource policy) {
    return client
        .genericKubernetesResources(POLICY)
        .inNamespace(policy.getMetadata().getNamespace())
        .resource(policy);
  }
}
