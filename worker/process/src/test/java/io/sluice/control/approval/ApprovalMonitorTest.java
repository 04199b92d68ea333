package io.sluice.control.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.policy.Problem;
import io.sluice.time.VirtualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApprovalMonitorTest {
  private final VirtualTime time = new VirtualTime();
  private final List<GenericKubernetesResource> rollouts = new ArrayList<>();
  private final Set<String> open = new TreeSet<>();
  private final List<String> asked = new ArrayList<>();
  private int changes;
  private final ApprovalMonitor monitor =
      new ApprovalMonitor(() -> rollouts, this::problem, () -> changes++, time);

  @AfterEach
  void close() {
    monitor.close();
  }

  private Optional<Problem> problem(GenericKubernetesResource rollout) {
    String namespace = rollout.getMetadata().getNamespace();
    asked.add(namespace + "/" + rollout.getMetadata().getName());
    return Optional.of(new Problem("ApprovalRulesNotEnforced", "rules", "are not kept", "Do it"))
        .filter(problem -> open.contains(namespace));
  }

  private void rollout(String namespace, String name, Map<String, Object> spec) {
    GenericKubernetesResource rollout =
        HubObjects.object(
            Kinds.ROLLOUT, new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
    rollout.setAdditionalProperty("spec", spec);
    rollouts.add(rollout);
  }

  private static Map<String, Object> ruled() {
    return Map.of("approvalRules", List.of(Map.of("required", 2)));
  }

  private void look() {
    time.advance(Duration.ofSeconds(5));
  }

  @Test
  void oneRolloutWithRulesIsAskedAboutInEachNamespace() {
    rollout("a", "plain", Map.of());
    rollout("a", "first", ruled());
    rollout("a", "second", ruled());
    rollout("b", "only", ruled());
    monitor.start();
    time.runDue();

    assertThat(asked).containsExactly("a/first", "b/only");
    assertThat(changes).as("nothing is refused, as before").isZero();
  }

  @Test
  void everythingIsLookedAtAgainWhenTheAnswerChanges() {
    rollout("a", "first", ruled());
    rollout("b", "only", ruled());
    open.add("b");
    monitor.start();
    time.runDue();
    assertThat(changes).isEqualTo(1);

    look();
    assertThat(changes).as("the same answer").isEqualTo(1);
    open.add("a");
    look();
    assertThat(changes).isEqualTo(2);
    open.clear();
    look();
    assertThat(changes).isEqualTo(3);
  }
}
