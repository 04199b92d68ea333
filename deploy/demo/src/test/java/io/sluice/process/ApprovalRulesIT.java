package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.Kubectl;
import io.sluice.hub.client.HubClient;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rolls out a policy whose groups need recorded approvals, with and without the admission policy
 * that holds these to who gave them (between-waves 4).
 */
@Timeout(Patience.TEST)
class ApprovalRulesIT {
  private static final String MANIFESTS = "../deploy/admission/approvals";
  private static final String REFUSED = "ApprovalRulesNotEnforced";
  private static final String PER_GROUP =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  @TempDir private Path folder;

  private final LocalTestServers servers = new LocalTestServers();

  @AfterEach
  void takeAway() {
    kubectl("delete", "--ignore-not-found", "-k", MANIFESTS);
  }

  @Test
  void rulesAreRefusedUntilTheHubKeepsThemAndThenTwoPeopleLetTheGroupGo() {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", PER_GROUP);
      fixture.awaitPhase(Patience.MOST, "Done");

      fixture.rollout("{approvalRules: [{groups: [prod], required: 2}]}");
      fixture.stage("two");
      awaitRefused(fixture, true);
      assertThat(fixture.condition("Accepted").orElseThrow().get("message").toString())
          .contains("the admission policy sluice-approvals is not in force")
          .contains("kubectl apply -k deploy/admission/approvals");
      assertThat(fixture.contents()).containsExactly("one", "one");

      kubectl("apply", "-k", MANIFESTS);
      awaitRefused(fixture, false);
      Patience.await().until(() -> fixture.content("d1").equals("two"));
      approve(fixture, "ann");
      fixture.awaitStatus(
          Patience.MOST,
          status -> String.valueOf(status.get("waitingFor")).contains("1 of 2 approvals (ann)"));
      assertThat(fixture.contents()).containsExactly("two", "one");
      approve(fixture, "bob");
      fixture.awaitPhase(Patience.MOST, "Done");
      assertThat(fixture.contents()).containsExactly("two", "two");
    }
  }

  private static void awaitRefused(RolloutFixture fixture, boolean refused) {
    Patience.await()
        .until(
            () ->
                fixture
                        .condition("Accepted")
                        .filter(condition -> REFUSED.equals(condition.get("reason")))
                        .isPresent()
                    == refused);
  }

  /** Records it as a person does with kubectl: an entry of their own, under a name of their own. */
  private static void approve(RolloutFixture fixture, String person) {
    try (KubernetesClient client = as(fixture.client(), person)) {
      client
          .resource(
              """
              apiVersion: cluster.open-cluster-management.io/v1beta1
              kind: Rollout
              metadata: {name: policy-web, namespace: %s}
              spec:
                decisionGroups:
                - groupName: prod
                  approvals: [{by: %s, at: "%s", for: {rolloutUID: "%s"}}]
              """
                  .formatted(
                      fixture.namespace(),
                      person,
                      Instant.now().truncatedTo(ChronoUnit.SECONDS),
                      fixture.status().get("rolloutUID")))
          .fieldManager("sluice:" + person)
          .serverSideApply();
    }
  }

  private static KubernetesClient as(KubernetesClient admin, String person) {
    return HubClient.of(
        new ConfigBuilder(admin.getConfiguration())
            .withImpersonateUsername(person)
            .withImpersonateGroups("system:masters", "system:authenticated")
            .build());
  }

  private void kubectl(String... arguments) {
    Kubectl.Output done = new Kubectl(servers.servers(), folder).run(arguments);
    assertThat(done.code()).as(done.output()).isZero();
  }
}
