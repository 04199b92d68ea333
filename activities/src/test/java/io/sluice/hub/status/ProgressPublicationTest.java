package io.sluice.hub.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.sluice.fleet.GroupKey;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressPublicationTest {
  private static final Map<String, Object> OPEN = Map.of("runOpen", true, "attempt", 3);

  private static GenericKubernetesResource rollout(Map<String, Object> more) {
    Map<String, Object> status = new HashMap<>(OPEN);
    status.putAll(more);
    GenericKubernetesResource rollout = HubObjects.object(Kinds.ROLLOUT, new ObjectMeta());
    rollout.setAdditionalProperty("status", status);
    return rollout;
  }

  private static boolean progress(Map<String, Object> former, Map<String, Object> present) {
    return ProgressPublication.separates(rollout(former), rollout(present));
  }

  private static Map<String, Object> condition(String type, String status) {
    return Map.of("conditions", List.of(Map.of("type", type, "status", status)));
  }

  @Test
  void countsGroupsAndSentencesAreProgress() {
    assertThat(
            progress(
                Map.of("progress", "1/2", "waitingFor", "reports"),
                Map.of("progress", "2/2", "decisionGroups", List.of(), "exceptions", List.of())))
        .isTrue();
  }

  @Test
  void whatDecidesOrOutlastsTheAttemptIsMore() {
    assertThat(progress(Map.of(), Map.of("paused", true))).isFalse();
    assertThat(progress(Map.of(), Map.of("outcome", "Failed"))).isFalse();
    assertThat(progress(Map.of(), Map.of("attempt", 4))).isFalse();
    assertThat(progress(Map.of(), Map.of("activation", Map.of("seen", "x")))).isFalse();
    assertThat(progress(Map.of(), Map.of("lastSuccessfulRevision", "web-1"))).isFalse();
    assertThat(progress(Map.of(), Map.of("aFieldOfALaterVersion", 1))).isFalse();
  }

  @Test
  void theRunHasToBeOpenBeforeAndAfter() {
    assertThat(progress(Map.of("runOpen", false), Map.of())).isFalse();
    assertThat(progress(Map.of(), Map.of("runOpen", false))).isFalse();
  }

  @Test
  void conditionsCountUnlessTheyFollowFromTheProgress() {
    assertThat(progress(condition("Ready", "False"), condition("Ready", "True"))).isTrue();
    assertThat(progress(condition("Accepted", "True"), condition("Accepted", "False"))).isFalse();
  }

  @Test
  void aFinalizerIsMore() {
    GenericKubernetesResource held = rollout(Map.of());
    held.getMetadata().setFinalizers(List.of("sluice.io/override"));
    assertThat(ProgressPublication.separates(rollout(Map.of()), held)).isFalse();
  }

  @Test
  void aGroupIsUntouchedWhileEachOfItsClustersIsToApply() {
    Map<String, Object> begun =
        Map.of("placement", "fleet", "groupName", "dev", "counts", counts(2, 1));
    Map<String, Object> waiting =
        Map.of("placement", "fleet", "groupName", "prod", "groupIndex", 1, "counts", counts(2, 2));
    assertThat(
            RolloutStatusTree.untouched(rollout(Map.of("decisionGroups", List.of(begun, waiting)))))
        .containsExactly(new GroupKey("fleet", "prod", 1));
  }

  private static Map<String, Object> counts(int clusters, int toApply) {
    return Map.of("clusters", clusters, "toApply", toApply);
  }
}
