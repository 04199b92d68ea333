package io.sluice.tools.status;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.informer.Informers;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signals when a policy and its Rollout object are worth reading again.
 *
 * <p>Watches only hasten that: without a change it is so every five seconds all the same, so no
 * reader depends on a watch that was lost, that hangs, or that this user may not open.
 */
public final class ChangeSignal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeSignal.class);
  private static final long LONGEST = Duration.ofSeconds(5).toNanos();

  private final Informers informers;
  private final AtomicBoolean changed = new AtomicBoolean();
  private long taken = System.nanoTime() - LONGEST;

  /** Begins to watch; it is time to read at once. */
  public ChangeSignal(KubernetesClient client, RolloutTarget target) {
    informers = new Informers(client, new Hastening());
    informers.watchOne(Kinds.ROLLOUT, target.namespace(), target.rolloutName());
    if (target instanceof PolicyName policy) {
      informers.watchOne(Kinds.POLICY, policy.namespace(), policy.name());
    }
  }

  /** Returns whether it is time to read, and begins anew if it is. */
  public boolean due() {
    boolean late = System.nanoTime() - taken >= LONGEST;
    if (!changed.getAndSet(false) && !late) {
      return false;
    }
    taken = System.nanoTime();
    return true;
  }

  @Override
  public void close() {
    informers.close();
  }

  private final class Hastening implements ChangeListener {
    @Override
    public void changed(
        ResourceDefinitionContext kind,
        Optional<GenericKubernetesResource> former,
        Optional<GenericKubernetesResource> present) {
      changed.set(true);
    }

    @Override
    public void failed(
        ResourceDefinitionContext kind, KubernetesClientException failure, int times) {
      LOG.atInfo().setMessage("cannot watch").addKeyValue("reason", failure.getMessage()).log();
      changed.set(true);
    }
  }
}
