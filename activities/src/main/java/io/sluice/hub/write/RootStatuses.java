package io.sluice.hub.write;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.Hashes;
import io.sluice.policy.PolicyName;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes the status of root policies: the whole of it, in one locked request (policy-propagation
 * 9.2).
 */
public final class RootStatuses {
  private final HubApi hub;

  public RootStatuses(KubernetesClient client) {
    this.hub = new HubApi(client);
  }

  /** True when the root says this already. */
  public static boolean upToDate(GenericKubernetesResource root, Map<String, Object> status) {
    return Hashes.ofTree(HubObjects.part(root, "status")).equals(Hashes.ofTree(status));
  }

  /**
   * Writes the status over the root as it was seen.
   *
   * @return false when it was changed or deleted meanwhile: look again, then decide again
   */
  public boolean write(GenericKubernetesResource seen, Map<String, Object> status) {
    GenericKubernetesResource changed = HubObjects.object(Kinds.POLICY, seen.getMetadata());
    changed.setAdditionalProperties(new LinkedHashMap<>(seen.getAdditionalProperties()));
    changed.setAdditionalProperty("status", status);
    try {
      hub.updateStatus(Kinds.POLICY, changed);
      return true;
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT || e.getCode() == HubApi.NOT_FOUND) {
        return false;
      }
      PolicyName root =
          new PolicyName(seen.getMetadata().getNamespace(), seen.getMetadata().getName());
      throw HubException.of("write the status of policy " + root, "update", "policies/status", e);
    }
  }
}
