package io.sluice.hub.write;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.JsonSender;
import io.sluice.policy.CanonicalJson;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the whole status of root policies or of PolicySets, in one request that is locked by the
 * resourceVersion (policy-propagation 6 and 9.2).
 */
public final class PolicyStatusWriter {
  private final JsonSender sender;
  private final ResourceDefinitionContext kind;
  private final ReplacedVersions replaced;

  public PolicyStatusWriter(KubernetesClient client, ResourceDefinitionContext kind, Clock clock) {
    this.sender = new JsonSender(client);
    this.kind = requireNonNull(kind, "kind is null");
    this.replaced = new ReplacedVersions(clock);
  }

  /** True when the object has this status already. */
  public static boolean upToDate(GenericKubernetesResource object, Map<String, Object> status) {
    return CanonicalJson.equivalent(HubObjects.part(object, "status"), status);
  }

  /**
   * Replaces the status of the object, as it was read.
   *
   * @return false when the object was changed or deleted meanwhile, or is as it was before the last
   *     write: read it again, then decide
   */
  public boolean write(GenericKubernetesResource read, Map<String, Object> status) {
    ObjectMeta meta = read.getMetadata();
    if (replaced.contains(meta.getUid(), meta.getResourceVersion())) {
      return false;
    }
    requireNonNull(meta.getResourceVersion(), "resourceVersion is null");
    // Caches hold the managed fields in part; the hub keeps its own where a write has none.
    GenericKubernetesResource changed =
        HubObjects.object(
            kind,
            new ObjectMetaBuilder(meta).withManagedFields(List.<ManagedFieldsEntry>of()).build());
    changed.setAdditionalProperties(new LinkedHashMap<>(read.getAdditionalProperties()));
    changed.setAdditionalProperty("status", status);
    try {
      ObjectMeta written =
          sender.updateStatus(kind, meta.getNamespace(), meta.getName(), HubObjects.json(changed));
      // A server that drops what is new in the status leaves the object at its version.
      if (!written.getResourceVersion().equals(meta.getResourceVersion())) {
        replaced.remember(meta.getUid(), meta.getResourceVersion());
      }
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        return false;
      }
      throw HubException.of(
          "write the status of %s %s/%s"
              .formatted(HubApi.label(kind), meta.getNamespace(), meta.getName()),
          "update",
          kind.getPlural() + "/status",
          e);
    }
  }
}
