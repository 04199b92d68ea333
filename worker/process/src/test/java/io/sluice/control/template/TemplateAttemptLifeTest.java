package io.sluice.control.template;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.rollout.AttemptLife;
import io.sluice.control.rollout.AttemptLifeContract;
import io.sluice.control.rollout.FakeRuns;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.RolloutTarget;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;

/** Runs the life of attempts of a template. */
class TemplateAttemptLifeTest extends AttemptLifeContract {
  @Override
  protected AttemptLife life() {
    return new Life();
  }

  private static final class Life implements AttemptLife {
    private final VirtualTime time = new VirtualTime();
    private final EmbeddedHub server = EmbeddedHub.start(0, time.clock());
    private final PropagationHub hub = new PropagationHub(server, time);

    @Override
    public FakeRuns runs() {
      return hub.runs;
    }

    @Override
    public RolloutTarget target() {
      return StagedTemplate.BINDING;
    }

    @Override
    public void start() {
      hub.clusters(List.of("m1", "m2"));
      hub.start();
      hub.apply(StagedTemplate.policy("'{type: Progressive}'"));
      hub.apply(StagedTemplate.web());
    }

    @Override
    public void soon(ThrowingRunnable check) {
      hub.soon(check);
    }

    @Override
    public void pass(Duration span) {
      hub.advance(span);
    }

    @Override
    public GenericKubernetesResource rollout() {
      return hub.client
          .genericKubernetesResources(Kinds.ROLLOUT)
          .inNamespace(target().namespace())
          .withName(target().rolloutName())
          .get();
    }

    @Override
    public void writeStatus(GenericKubernetesResource rollout) {
      hub.client.resource(rollout).updateStatus();
    }

    @Override
    public void deleteRollout() {
      hub.client.resource(rollout()).delete();
    }

    @Override
    public List<String> events() {
      return hub.events;
    }

    @Override
    public void close() {
      hub.close();
      server.close();
    }
  }
}
