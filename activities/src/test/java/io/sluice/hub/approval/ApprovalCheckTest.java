package io.sluice.hub.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.TickingClock;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.Problem;
import io.sluice.simulator.api.EmbeddedHub;
import io.sluice.simulator.api.Fault;
import io.sluice.simulator.api.RequestMatcher;
import io.sluice.simulator.approval.ApprovalAdmission;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApprovalCheckTest {
  private static final String NAMESPACE = "policies";
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final RequestMatcher UPDATE =
      RequestMatcher.anything().verb("update").kind("Rollout");

  private final EmbeddedHub hub = EmbeddedHub.start(0);
  private final KubernetesClient worker =
      HubClient.of(new ConfigBuilder(Config.empty()).withMasterUrl(hub.url()).build());
  private final ApprovalCheck check = new ApprovalCheck(worker, Clock.fixed(NOW, ZoneOffset.UTC));

  @BeforeEach
  void makeNamespace() {
    worker
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(NAMESPACE).endMetadata().build())
        .create();
  }

  @AfterEach
  void close() {
    worker.close();
    hub.close();
  }

  private GenericKubernetesResource rollout(Map<String, Object> spec) {
    GenericKubernetesResource rollout =
        HubObjects.object(
            Kinds.ROLLOUT,
            new ObjectMetaBuilder().withNamespace(NAMESPACE).withName("policy-web").build());
    rollout.setAdditionalProperty("spec", spec);
    return worker.resource(rollout).create();
  }

  private static void refused(Optional<Problem> problem, String wrong) {
    assertThat(problem)
        .hasValueSatisfying(
            found -> {
              assertThat(found.reason()).isEqualTo("ApprovalRulesNotEnforced");
              assertThat(found.sentences())
                  .startsWith("Rollout spec.approvalRules")
                  .contains(wrong)
                  .contains("kubectl apply -k deploy/admission/approvals");
            });
  }

  @Test
  void aHubThatRefusesAnApprovalOfAnotherKeepsTheRulesAndNothingIsWritten() {
    GenericKubernetesResource rollout = rollout(Map.of("paused", true));
    hub.admit(new ApprovalAdmission());

    assertThat(check.problem(rollout)).isEmpty();
    assertThat(worker.resource(rollout).get().getMetadata().getResourceVersion())
        .isEqualTo(rollout.getMetadata().getResourceVersion());
  }

  @Test
  void aFullListIsTriedToo() {
    List<Object> full =
        IntStream.range(0, 50)
            .<Object>mapToObj(i -> Map.of("by", "user" + i, "at", "2026-12-01T11:00:00Z"))
            .toList();
    GenericKubernetesResource rollout =
        rollout(Map.of("ungrouped", Map.of("rolloutApproved", true, "approvals", full)));
    hub.admit(new ApprovalAdmission());

    assertThat(check.problem(rollout)).isEmpty();
  }

  @Test
  void aHubThatAcceptsItDoesNotAndNothingIsWritten() {
    GenericKubernetesResource rollout = rollout(Map.of("paused", true));

    refused(check.problem(rollout), "the admission policy sluice-approvals is not in force");
    assertThat(HubObjects.part(worker.resource(rollout).get(), "spec"))
        .isEqualTo(Map.of("paused", true));
  }

  @Test
  void anAnswerOfAnotherKindShowsNothing() {
    GenericKubernetesResource rollout = rollout(Map.of());
    hub.faults().inject(UPDATE, Fault.error(403, "quota of updates exceeded"));

    refused(check.problem(rollout), "the hub answered 403 (");
  }

  @Test
  void aRolloutThatIsGoneShowsNothing() {
    GenericKubernetesResource rollout = rollout(Map.of());
    worker.resource(rollout).delete();

    refused(check.problem(rollout), "the Rollout is gone");
  }

  @Test
  void anAnswerIsRememberedForAMinuteAndAProblemForFiveSeconds() {
    GenericKubernetesResource rollout = rollout(Map.of());
    TickingClock clock = new TickingClock(NOW);
    AtomicReference<Optional<Problem>> answer =
        new AtomicReference<>(Optional.of(new Problem("r", "p", "w", "d")));
    ApprovalGuard guard = new RememberedGuard(asked -> answer.get(), clock);

    assertThat(guard.problem(rollout)).isPresent();
    answer.set(Optional.empty());
    assertThat(guard.problem(rollout)).isPresent();
    clock.pass(Duration.ofSeconds(5));
    assertThat(guard.problem(rollout)).isEmpty();
    answer.set(Optional.of(new Problem("r", "p", "w", "d")));
    clock.pass(Duration.ofSeconds(59));
    assertThat(guard.problem(rollout)).isEmpty();
    clock.pass(Duration.ofSeconds(1));
    assertThat(guard.problem(rollout)).isPresent();
  }
}
