package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.crd.Kinds;
import io.sluice.simulator.spoke.SpokeBehaviour;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plays what may happen to a rollout beside a simulated propagator, one test each. */
@Tag("nightly")
@Timeout(300)
class BesideSituationsTest {
  private static String strategy(String more, String settings) {
    return "{%srolloutStrategy: {type: ProgressivePerGroup, progressivePerGroup: {%s}}}"
        .formatted(more, settings);
  }

  private static GenericKubernetesResource create(
      BesideFixture fixture, ResourceDefinitionContext kind, String yaml) {
    GenericKubernetesResource object =
        Serialization.unmarshal(yaml, GenericKubernetesResource.class);
    Object status = object.getAdditionalProperties().remove("status");
    var kinds = fixture.rollout.client().genericKubernetesResources(kind);
    GenericKubernetesResource made = kinds.inNamespace("policies").resource(object).create();
    if (status == null) {
      return made;
    }
    made.setAdditionalProperty("status", status);
    return kinds.inNamespace("policies").resource(made).updateStatus();
  }

  @Test
  void aClusterThatAnotherBindingEnforcesIsAnExceptionAndStaysEnforced() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2")) {
      ForeignOverride.enforce(fixture.rollout, "d2");
      // Its reports are from before: nothing shows which content they are about.
      fixture
          .start(RolloutFixture.QUICK.with(all -> all.weakSoakFloor(Duration.ofSeconds(2))))
          .policy("one")
          .rollout
          .rollout(BesideFixture.PER_GROUP);
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded");
      assertThat(fixture.exceptions()).containsExactly("d2 ForeignOverride");
      fixture.await(fixture::clean);
      assertThat(fixture.actions()).containsExactly("inform", "enforce");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aTemplateThatEnforcesByItselfIsRefused() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1")) {
      fixture.start().policy("one");
      fixture.rollout.editSpec("remediationAction", null);
      fixture.rollout.editSpec(
          "policy-templates",
          List.of(
              Map.of(
                  "objectDefinition",
                  Map.of(
                      "apiVersion",
                      "policy.open-cluster-management.io/v1",
                      "kind",
                      "ConfigurationPolicy",
                      "metadata",
                      Map.of("name", "web-config"),
                      "spec",
                      Map.of("remediationAction", "enforce")))));
      fixture.rollout.rollout(BesideFixture.PER_GROUP);
      fixture.await(() -> fixture.condition("Accepted").isPresent());
      assertThat(fixture.condition("Accepted").orElseThrow())
          .containsEntry("status", "False")
          .containsEntry("reason", "EnforcedTemplate");
      assertThat(fixture.clean()).isTrue();
    }
  }

  @Test
  void anObjectOfOthersWithTheNameIsLeftAloneAndTheRolloutBeginsWhenItIsGone() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1")) {
      create(
          fixture,
          Kinds.PLACEMENT,
          """
          apiVersion: cluster.open-cluster-management.io/v1beta1
          kind: Placement
          metadata: {name: sluice-web, namespace: policies}
          spec: {}
          """);
      fixture.start().policy("one").rollout.rollout(BesideFixture.PER_GROUP);
      fixture.await(() -> fixture.condition("Accepted").isPresent());
      assertThat(fixture.condition("Accepted").orElseThrow())
          .containsEntry("status", "False")
          .containsEntry("reason", "NameTaken");
      assertThat(fixture.find(Kinds.PLACEMENT_BINDING)).isEmpty();

      fixture
          .rollout
          .client()
          .genericKubernetesResources(Kinds.PLACEMENT)
          .inNamespace("policies")
          .withName("sluice-web")
          .delete();
      fixture.rollout.awaitPhase(Patience.MOST, "Done");
      fixture.await(fixture::clean);
    }
  }

  @Test
  void underABreachASilentClusterIsTakenOffItsPageAndTheOthersStay() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.policy("one").rollout.cutOff("d1");
      fixture.start().rollout.rollout(strategy("", "progressDeadline: 12s"));
      fixture.rollout.awaitPhase(Patience.MOST, "Halted");
      fixture.await(() -> fixture.listed().equals(List.of("d2")));
      fixture.await(() -> fixture.actions().equals(List.of("inform", "enforce", "inform")));
      assertThat(fixture.exceptions()).containsExactly("d1 TimeOut");
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void anEditOfAHaltedRolloutWithdrawsAllListsThemAndBeginsAnew() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.rollout.fleet().behave("d2", SpokeBehaviour.ORDINARY.neverCompliant());
      fixture.start().policy("one").rollout.rollout(strategy("", "progressDeadline: 12s"));
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Halted"))
          .containsEntry("outcome", "Failed");
      fixture.rollout.awaitStatus(
          Patience.MOST, status -> Boolean.FALSE.equals(status.get("runOpen")));
      assertThat(fixture.listed()).containsExactly("d1", "d2");
      assertThat(fixture.actions()).containsExactly("enforce", "enforce", "inform");

      try (EnforcementLog log = new EnforcementLog(fixture.rollout.client(), "policies")) {
        fixture.rollout.fleet().behave("d2", SpokeBehaviour.ORDINARY);
        fixture.rollout.policy("two", "");
        fixture.rollout.awaitStatus(
            Patience.MOST, status -> Integer.valueOf(2).equals(status.get("attempt")));
        fixture.rollout.awaitPhase(Patience.MOST, "Done");
        fixture.await(fixture::clean);
        fixture.rollout.stop();
        assertThat(log.unlisted()).isEmpty();
      }
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void anIgnoredClusterThatNeverCompliesDoesNotHoldTheOthers() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture
          .rollout
          .client()
          .genericKubernetesResources(Kinds.MANAGED_CLUSTER)
          .withName("d2")
          .edit(
              cluster -> {
                cluster.getMetadata().setLabels(Map.of("lab", "yes"));
                return cluster;
              });
      fixture.rollout.fleet().behave("d2", SpokeBehaviour.ORDINARY.neverCompliant());
      fixture
          .start()
          .policy("one")
          .rollout
          .rollout(
              "{rolloutStrategy: {type: ProgressivePerGroup, ignoreClusterRolloutStatus:"
                  + " {matchLabels: {lab: 'yes'}}, progressivePerGroup: {}}}");
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded");
      assertThat(fixture.exceptions()).containsExactly("d2 Ignored");
      fixture.await(fixture::clean);
    }
  }

  @Test
  void aClusterThatLeavesAWaveIsTakenOffItsPageAndOneThatAPersonTookOffIsListedAgain() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      fixture.rollout.leave("dev", "d2");
      fixture.await(() -> fixture.listed().equals(List.of("d1")));

      unlistAll(fixture);
      // That the replica informs in between may pass unseen.
      fixture.await(() -> fixture.listed().equals(List.of("d1")));
      fixture.await(() -> fixture.action("d1").equals("enforce"));
      assertThat(fixture.rollout.status()).containsEntry("attempt", 1);
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aClusterThatIsTakenOffItsPageWhileNoWorkerRunsIsListedAgain() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture
          .start()
          .policy("one")
          .rollout
          .rollout(
              "{rolloutStrategy: {type: manualPerGroup, manualPerGroup: {minSuccessTime: 10m}}}")
          .approve("dev");
      fixture.await(() -> fixture.action("d1").equals("enforce"));
      fixture.rollout.stop();
      unlistAll(fixture);
      fixture.await(() -> fixture.action("d1").equals("inform"));
      fixture.start();
      fixture.await(() -> fixture.action("d1").equals("enforce"));
      assertThat(fixture.rollout.status()).containsEntry("attempt", 1);
    }
  }

  private static void unlistAll(BesideFixture fixture) {
    var pages = fixture.rollout.client().genericKubernetesResources(Kinds.PLACEMENT_DECISION);
    GenericKubernetesResource page =
        pages.inNamespace("policies").withName("sluice-web-decision-1").get();
    page.setAdditionalProperty("status", Map.of("decisions", List.of()));
    pages.inNamespace("policies").resource(page).updateStatus();
  }

  @Test
  void aStrategyThatIsRemovedInAWaveWithdrawsEverything() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      fixture.rollout.rollout("{paused: false}");
      fixture.await(fixture::clean);
      assertThat(fixture.actions()).containsOnly("inform");
      fixture.rollout.awaitStatus(
          Patience.MOST, status -> !Boolean.TRUE.equals(status.get("runOpen")));
      assertThat(fixture.forbiddenWrites()).isEmpty();
    }
  }

  @Test
  void aPolicyThatIsDisabledInAWaveLeavesNothingBehind() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.action("d1").equals("enforce"));
      fixture.rollout.editSpec("disabled", true);
      fixture.await(fixture::clean);
      fixture.rollout.awaitStatus(Patience.MOST, status -> "Aborted".equals(status.get("outcome")));
      assertThat(fixture.actions()).containsOnly("");
    }
  }

  @Test
  void anOverrideThatAPersonDeletesInAWaveIsMadeAgain() {
    try (BesideFixture fixture = BesideFixture.of("dev=d1,d2", "prod=p1")) {
      fixture.start().policy("one").rollout.rollout(BesideFixture.MANUAL).approve("dev");
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      String deleted = override(fixture, Kinds.PLACEMENT_BINDING).get().getMetadata().getUid();
      for (ResourceDefinitionContext kind : List.of(Kinds.PLACEMENT_BINDING, Kinds.PLACEMENT)) {
        override(fixture, kind).delete();
      }
      // That the replicas inform in between may pass unseen.
      fixture.await(
          () ->
              Optional.ofNullable(override(fixture, Kinds.PLACEMENT_BINDING).get())
                  .filter(made -> !made.getMetadata().getUid().equals(deleted))
                  .isPresent());
      fixture.await(() -> fixture.actions().equals(List.of("enforce", "enforce", "inform")));
      fixture.rollout.approve("dev", "prod");
      assertThat(fixture.rollout.awaitPhase(Patience.MOST, "Done"))
          .containsEntry("outcome", "Succeeded")
          .containsEntry("attempt", 1);
      fixture.await(fixture::clean);
    }
  }

  private static Resource<GenericKubernetesResource> override(
      BesideFixture fixture, ResourceDefinitionContext kind) {
    return fixture
        .rollout
        .client()
        .genericKubernetesResources(kind)
        .inNamespace("policies")
        .withName("sluice-web");
  }
}
