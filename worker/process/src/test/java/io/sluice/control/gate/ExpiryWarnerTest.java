package io.sluice.control.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.event.EventRecorder;
import io.sluice.hub.event.Occurrence;
import io.sluice.hub.read.PolicyContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExpiryWarnerTest {
  private static final Instant BEGUN = Instant.parse("2026-01-05T10:00:00Z");
  private static final String SECRET = "{{hub fromSecret \"\" \"tls\" \"key\" hub}}";

  private final List<Occurrence> said = new ArrayList<>();

  @Test
  void valuesThatAreEncryptedAndHeldForTwentyDaysAreWarnedOfOnceADay() {
    look(SECRET, true, 19);
    assertThat(said).isEmpty();

    look(SECRET, true, 20);
    look(SECRET, true, 21);
    assertThat(said).extracting(Occurrence::reason).containsOnly("EncryptedValuesExpire");
    assertThat(said).extracting(Occurrence::occasion).doesNotHaveDuplicates().hasSize(2);
    assertThat(said.get(0).message())
        .startsWith("Clusters are held for 20 days")
        .contains("from 2026-03-06 on");
  }

  @Test
  void nobodyIsWarnedOfAnythingElse() {
    look("{{hub .ManagedClusterName hub}}", true, 30);
    look("fromSecret", true, 30);
    look(SECRET, false, 30);
    assertThat(said).isEmpty();
  }

  private void look(String word, boolean runOpen, int days) {
    Instant now = BEGUN.plus(Duration.ofDays(days));
    try (EventRecorder events = EventRecorder.to(said::add)) {
      new ExpiryWarner(events)
          .look(
              PolicyContext.of(
                  GatePolicy.objects(Optional.of(policy(word)), Optional.of(rollout(runOpen))),
                  now),
              now);
    }
  }

  private static GenericKubernetesResource policy(String word) {
    return Serialization.unmarshal(
        """
        apiVersion: policy.open-cluster-management.io/v1
        kind: Policy
        metadata: {name: web, namespace: policies, uid: u1, generation: 2, labels: {sluice.io/staged: "true"}}
        spec:
          remediationAction: enforce
          policy-templates:
          - objectDefinition: {kind: ConfigurationPolicy, data: {word: '%s'}}
        """
            .formatted(word),
        GenericKubernetesResource.class);
  }

  private static GenericKubernetesResource rollout(boolean runOpen) {
    return Serialization.unmarshal(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies, uid: u2, resourceVersion: "1"}
        status: {attempt: 1, rolloutUID: a1, runOpen: %s, startedAt: "%s"}
        """
            .formatted(runOpen, BEGUN),
        GenericKubernetesResource.class);
  }
}
