package io.sluice.control.rollout;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.control.ControllerFixture;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.PolicyName;
import io.sluice.policy.RolloutTarget;
import io.sluice.rollout.lifecycle.StagingWay;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ThrowingRunnable;

/** A policy on two clusters, staged in one of the ways. */
final class PolicyLife implements AttemptLife {
  private static final PolicyName WEB = new PolicyName(ControllerFixture.NAMESPACE, "web");

  private final ControllerFixture fixture = new ControllerFixture("c1", "c2");
  private final FakeRuns runs = new FakeRuns();
  private final StagingWay way;

  PolicyLife(StagingWay way) {
    this.way = way;
  }

  @Override
  public FakeRuns runs() {
    return runs;
  }

  @Override
  public RolloutTarget target() {
    return WEB;
  }

  @Override
  public void start() {
    fixture.apply(
        Kinds.POLICY,
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {namespace: policies, name: web, labels: {%s}}
        spec: {disabled: false, remediationAction: %s, policy-templates: [%s]}
        """
            .formatted(
                way == StagingWay.GATE ? "sluice.io/staged: 'true'" : "",
                switch (way) {
                  case STANDALONE -> "enforce, rolloutStrategy: {type: ProgressivePerGroup}";
                  case OVERRIDE -> "inform";
                  case GATE -> "enforce";
                },
                RestoredRolloutTest.TEMPLATE.formatted("low")));
    if (!way.propagated()) {
      fixture.start(runs);
      return;
    }
    fixture.apply(
        Kinds.ROLLOUT,
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {namespace: policies, name: policy-web}
        spec: {rolloutStrategy: {type: ProgressivePerGroup}}
        """);
    fixture.startBeside(runs);
  }

  @Override
  public void soon(ThrowingRunnable check) {
    fixture.soon(check);
  }

  @Override
  public void pass(Duration span) {
    // Only attended time makes a run a lost one.
    fixture.attended();
    fixture.stays(span, () -> {});
  }

  @Override
  public GenericKubernetesResource rollout() {
    return fixture
        .client
        .genericKubernetesResources(Kinds.ROLLOUT)
        .inNamespace(WEB.namespace())
        .withName(WEB.rolloutName())
        .get();
  }

  @Override
  public void writeStatus(GenericKubernetesResource rollout) {
    fixture.at(Kinds.ROLLOUT, rollout).updateStatus();
  }

  @Override
  public void deleteRollout() {
    fixture.at(Kinds.ROLLOUT, rollout()).delete();
  }

  @Override
  public List<String> events() {
    return fixture
        .client
        .genericKubernetesResources(Kinds.EVENT)
        .inNamespace(WEB.namespace())
        .list()
        .getItems()
        .stream()
        .map(GenericKubernetesResource::getAdditionalProperties)
        .map(event -> event.get("reason") + ": " + event.get("note"))
        .toList();
  }

  @Override
  public void close() {
    fixture.close();
  }
}
