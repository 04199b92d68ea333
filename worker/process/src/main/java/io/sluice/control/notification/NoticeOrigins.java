package io.sluice.control.notification;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.notification.NoticeOrigin;
import io.sluice.policy.BindingName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.settings.LinkSettings;

/** Says which rollout a notice is about, and where people find it. */
public final class NoticeOrigins {
  private final HubName hub;
  private final LinkSettings links;

  /** Creates it for the rollouts of a hub. */
  public NoticeOrigins(HubName hub, LinkSettings links) {
    this.hub = requireNonNull(hub, "hub is null");
    this.links = requireNonNull(links, "links is null");
  }

  NoticeOrigin of(RolloutTarget target) {
    return new NoticeOrigin(
        hub.value(),
        target.namespace(),
        target instanceof BindingName binding
            ? KarmadaKinds.binding(binding.bindingNamespace()).getPlural()
            : Kinds.POLICY.getPlural(),
        target.name(),
        links.dashboard(target),
        links.temporal(hub, target));
  }
}
