package io.sluice.control.notification;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.cache.LeaderRouter;
import io.sluice.hub.crd.Kinds;
import java.util.Optional;

/** Routes changes of Rollouts, and of who is told of them, to the controller of notices. */
public final class NoticeRouter extends LeaderRouter<NoticeController> {
  @Override
  protected void route(
      NoticeController handler,
      ResourceDefinitionContext kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    if (kind == Kinds.ROLLOUT) {
      present.ifPresentOrElse(
          handler::rolloutChanged, () -> handler.rolloutDeleted(former.orElseThrow()));
    } else if (kind == Kinds.ROLLOUT_NOTIFIER) {
      handler.notifierChanged(present.or(() -> former).orElseThrow().getMetadata().getNamespace());
    }
  }
}
