package io.sluice.hub.template;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.JsonSender;
import io.sluice.hub.crd.Kinds;
import io.sluice.template.KarmadaKeys;
import io.sluice.template.WorkExecutor;
import io.sluice.template.work.DesiredWork;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes Works, each only if its cluster is to get something else (lazy-activation 2.9). */
public final class WorkWriter {
  private final HubApi hub;
  private final JsonSender sender;
  private final WorkJson json = new WorkJson();
  private final WorkExecutor executor;

  public WorkWriter(KubernetesClient client, WorkExecutor executor) {
    this.hub = new HubApi(client);
    this.sender = new JsonSender(client);
    this.executor = requireNonNull(executor, "executor is null");
  }

  /** Returns whether a Work is as desired already. */
  public static boolean stands(GenericKubernetesResource present, DesiredWork desired) {
    return desired.revision().equals(HubObjects.annotations(present).get(KarmadaKeys.REVISION))
        && desired.revision().equals(WorkParser.held(present))
        && HubObjects.labels(present).entrySet().containsAll(desired.labels().entrySet());
  }

  /**
   * Creates or replaces a Work; the namespace of its cluster is created on first use.
   *
   * @param present as it was read
   */
  public void write(Optional<GenericKubernetesResource> present, DesiredWork desired) {
    String namespace = desired.namespace();
    if (present.isPresent()) {
      if (!stands(present.get(), desired)) {
        sender.updateOnly(KarmadaKinds.WORK, namespace, desired.name(), object(present, desired));
      }
      return;
    }
    try {
      sender.createOnly(KarmadaKinds.WORK, namespace, object(present, desired));
    } catch (KubernetesClientException e) {
      if (e.getCode() != HubApi.NOT_FOUND) {
        throw e;
      }
      createNamespace(namespace);
      sender.createOnly(KarmadaKinds.WORK, namespace, object(present, desired));
    }
  }

  private void createNamespace(String name) {
    try {
      hub.create(
          Kinds.NAMESPACE,
          HubObjects.object(Kinds.NAMESPACE, new ObjectMetaBuilder().withName(name).build()));
    } catch (KubernetesClientException e) {
      // Another template may have needed it at the same moment.
      if (e.getCode() != HubApi.CONFLICT) {
        throw e;
      }
    }
  }

  private String object(Optional<GenericKubernetesResource> present, DesiredWork desired) {
    Map<String, String> labels =
        new LinkedHashMap<>(present.map(HubObjects::labels).orElse(Map.of()));
    labels.putAll(desired.labels());
    Map<String, String> annotations =
        new LinkedHashMap<>(present.map(HubObjects::annotations).orElse(Map.of()));
    annotations.putAll(desired.annotations());
    ObjectMeta meta =
        present
            .map(GenericKubernetesResource::getMetadata)
            .map(ObjectMetaBuilder::new)
            .orElseGet(
                () ->
                    new ObjectMetaBuilder()
                        .withNamespace(desired.namespace())
                        .withName(desired.name())
                        .withFinalizers(executor.finalizers()))
            .withLabels(labels)
            .withAnnotations(annotations)
            .withManagedFields(List.of())
            .build();
    return json.of(meta, desired);
  }

  public void delete(GenericKubernetesResource work) {
    hub.delete(KarmadaKinds.WORK, HubObjects.object(KarmadaKinds.WORK, work.getMetadata()));
  }

  /**
   * Removes the executor's finalizer from a Work that is being deleted, so that it goes without the
   * executor.
   */
  public void release(GenericKubernetesResource work) {
    List<String> finalizers =
        requireNonNullElse(work.getMetadata().getFinalizers(), List.<String>of());
    if (finalizers.contains(KarmadaKeys.EXECUTION_FINALIZER)) {
      List<String> others =
          finalizers.stream()
              .filter(each -> !each.equals(KarmadaKeys.EXECUTION_FINALIZER))
              .toList();
      hub.merge(
          KarmadaKinds.WORK,
          work.getMetadata(),
          "",
          Map.of("metadata", Map.of("finalizers", others)));
    }
  }
}
