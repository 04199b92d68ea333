package io.sluice.tools.status;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  private final List<ObjectWatch> watches = new ArrayList<>();
  private final AtomicBoolean changed = new AtomicBoolean();
  private long taken = System.nanoTime() - LONGEST;

  /** Prepares it; it watches from the first question on, for which it is time at once. */
  public ChangeSignal(KubernetesClient client, RolloutTarget target) {
    requireNonNull(client, "client is null");
    watches.add(new ObjectWatch(client, Kinds.ROLLOUT, target.namespace(), target.rolloutName()));
    if (target instanceof PolicyName policy) {
      watches.add(new ObjectWatch(client, Kinds.POLICY, policy.namespace(), policy.name()));
    }
  }

  /** Returns whether it is time to read, and begins anew if it is. */
  public boolean due() {
    boolean late = System.nanoTime() - taken >= LONGEST;
    if (!changed.getAndSet(false) && !late) {
      return false;
    }
    taken = System.nanoTime();
    if (late) {
      watches.forEach(ObjectWatch::open);
    }
    return true;
  }

  @Override
  public void close() {
    watches.forEach(ObjectWatch::close);
  }

  /** One object on the hub. */
  private final class ObjectWatch implements Watcher<GenericKubernetesResource> {
    private final KubernetesClient client;
    private final ResourceDefinitionContext kind;
    private final String namespace;
    private final String name;
    private final AtomicBoolean open = new AtomicBoolean();
    private Watch watch;

    ObjectWatch(
        KubernetesClient client, ResourceDefinitionContext kind, String namespace, String name) {
      this.client = client;
      this.kind = kind;
      this.namespace = namespace;
      this.name = name;
    }

    /** Opens it unless it is open; the client itself continues one that is interrupted. */
    void open() {
      if (open.get()) {
        return;
      }
      try {
        watch =
            client
                .genericKubernetesResources(kind)
                .inNamespace(namespace)
                .withName(name)
                .watch(this);
        open.set(true);
      } catch (KubernetesClientException e) {
        LOG.atInfo().setMessage("cannot watch").addKeyValue("reason", e.getMessage()).log();
      }
    }

    void close() {
      if (watch != null) {
        watch.close();
      }
    }

    @Override
    public void eventReceived(Action action, GenericKubernetesResource object) {
      changed.set(true);
    }

    @Override
    public void onClose(WatcherException cause) {
      open.set(false);
      changed.set(true);
    }
  }
}
