package io.sluice.control.template;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.control.run.OrphanedRuns;
import io.sluice.hub.client.HubConnections;
import io.sluice.hub.informer.ChangeListener;
import io.sluice.hub.schedule.CalendarObjects;
import io.sluice.policy.BindingName;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.time.VirtualTime;
import io.sluice.workflow.PolicyRolloutWorkflow;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs the controller on a Temporal that only keeps what it was sent. */
class StagedRunMonitorTest {
  private static final String OWN = "open-cluster-management";
  private static final BindingName STAGED = StagedTemplate.BINDING;

  private final VirtualTime time = new VirtualTime();
  private final EmbeddedHub server = EmbeddedHub.start(0, time.clock());
  private final PropagationHub hub = new PropagationHub(server, time);

  @AfterEach
  void close() {
    hub.close();
    server.close();
  }

  @Test
  void theRunOfABindingThatWasDeletedWithoutALeaderIsFoundAndNotifiedUntilItCloses() {
    BindingName gone = BindingName.of("default", "gone-deployment", OWN);
    BindingName clusterWide = BindingName.of("", "gone-clusterrole", OWN);
    hub.runs.begin(gone);
    hub.runs.begin(clusterWide);
    hub.start();

    hub.soon(
        () ->
            assertThat(List.of(hub.runs.signals(gone), hub.runs.signals(clusterWide)))
                .allSatisfy(
                    signals ->
                        assertThat(signals)
                            .hasSizeGreaterThan(1)
                            .containsOnly(PolicyRolloutWorkflow.POLICY_CHANGED)));
  }

  @Test
  void theRunOfABindingThatIsThereGoesOn() {
    hub.clusters(List.of("m1"));
    hub.start();
    hub.apply(StagedTemplate.policy("'{type: Progressive}'"));
    hub.apply(StagedTemplate.web());
    hub.soon(() -> assertThat(hub.runs.openChain(STAGED)).isPresent());
    hub.stop();
    StagedTemplate.claimed(hub);
    int signals = hub.runs.signals(STAGED).size();

    BindingName gone = BindingName.of("default", "gone-deployment", OWN);
    hub.runs.begin(gone);
    hub.start();
    hub.soon(() -> assertThat(hub.runs.signals(gone)).hasSizeGreaterThan(2));
    assertThat(hub.runs.signals(STAGED)).hasSizeBetween(signals, signals + 1);
  }

  /** One signal may be lost, with the process that sent it or with Temporal. */
  @Test
  void theRunOfATemplateThatIsStagedNoMoreIsNotifiedUntilItCloses() {
    hub.clusters(List.of("m1"));
    hub.start();
    hub.apply(StagedTemplate.policy("'{type: Progressive}'"));
    hub.apply(StagedTemplate.web());
    hub.soon(() -> assertThat(hub.runs.openChain(STAGED)).isPresent());
    int signals = hub.runs.signals(STAGED).size();

    hub.apply(StagedTemplate.policy("'{type: All}'"));
    hub.soon(() -> assertThat(hub.manifests(StagedTemplate.ID)).containsOnlyKeys("m1"));
    hub.soon(() -> assertThat(hub.runs.signals(STAGED)).hasSizeGreaterThan(signals + 2));
  }

  /** What was just deleted may still be in a cache: the Rollout is looked for again. */
  @Test
  void theRunIsNotifiedAlsoWhenTheCacheShowsTheDeletedRolloutForAWhile() {
    hub.apply(
        StagedTemplate.yaml(
            """
            apiVersion: work.karmada.io/v1alpha2
            kind: ResourceBinding
            metadata: {name: web-configmap, namespace: default}
            spec: {resource: {apiVersion: v1, kind: ConfigMap, namespace: default, name: web}}
            """));
    hub.runs.begin(STAGED);
    LateCache late = new LateCache();
    try (HubConnections connections = HubConnections.of(hub.client.getConfiguration());
        KarmadaCaches caches = KarmadaCaches.start(connections, ChangeListener.NONE, late, time);
        StagedRunMonitor monitor =
            new StagedRunMonitor(caches, hub.runs, new OrphanedRuns(hub.runs), OWN, time)) {
      monitor.withdrawn(STAGED);
      hub.soon(() -> assertThat(late.looks).hasPositiveValue());
      assertThat(hub.runs.signals(STAGED)).isEmpty();

      late.shown = Optional.empty();
      hub.soon(
          () ->
              assertThat(hub.runs.signals(STAGED))
                  .isNotEmpty()
                  .containsOnly(PolicyRolloutWorkflow.POLICY_CHANGED));
    }
  }

  /** Shows a Rollout that the hub has no more. */
  private static final class LateCache implements SharedCache {
    final AtomicInteger looks = new AtomicInteger();
    volatile Optional<GenericKubernetesResource> shown =
        Optional.of(new GenericKubernetesResource());

    @Override
    public List<GenericKubernetesResource> all(ResourceDefinitionContext kind) {
      return shown.stream().toList();
    }

    @Override
    public Optional<GenericKubernetesResource> find(ResourceDefinitionContext kind, String key) {
      looks.incrementAndGet();
      return shown;
    }

    @Override
    public CalendarObjects calendars(String namespace) {
      return CalendarObjects.UNREAD;
    }

    @Override
    public boolean watching() {
      return true;
    }
  }
}
