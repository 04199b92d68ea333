package io.sluice.hub.beside;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubApi;
import java.util.Collection;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes clusters that enforce a policy as it is edited, before they are taken off their pages: once
 * the pages are empty, nothing else names them (policy-propagation 14.3.5).
 */
public final class UnstagedNoteWriter {
  private static final Logger LOG = LoggerFactory.getLogger(UnstagedNoteWriter.class);

  private final OverrideObjects override;

  public UnstagedNoteWriter(KubernetesClient hub) {
    this.override = new OverrideObjects(hub);
  }

  /**
   * Notes these clusters, besides those that are noted. What the hub refuses is logged: it must not
   * keep the pages from being emptied.
   *
   * @param generation the one that was edited
   * @throws KubernetesClientException after a conflict
   */
  public void note(
      GenericKubernetesResource rollout, long generation, Collection<String> clusters) {
    Optional<UnstagedNote> former = UnstagedNote.of(rollout);
    UnstagedNote note = UnstagedNote.with(former, generation, clusters);
    if (former.equals(Optional.of(note))) {
      return;
    }
    try {
      override.note(rollout, note);
    } catch (KubernetesClientException e) {
      if (e.getCode() == HubApi.CONFLICT) {
        throw e;
      }
      LOG.warn("Cannot note the clusters that enforce an edit: {}", e.getMessage());
    }
  }
}
