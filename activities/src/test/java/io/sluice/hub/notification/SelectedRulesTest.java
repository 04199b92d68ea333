package io.sluice.hub.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.notification.NotificationRule;
import io.sluice.policy.Problem;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SelectedRulesTest {
  private static GenericKubernetesResource object(String kind, String name, String spec) {
    return Serialization.unmarshal(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: %s
        metadata: {name: %s, namespace: policies}
        spec: {%s}
        """
            .formatted(kind, name, spec),
        GenericKubernetesResource.class);
  }

  private static GenericKubernetesResource notifier(String name, String spec) {
    return object("RolloutNotifier", name, spec);
  }

  private static NoticeRules rules(GenericKubernetesResource... notifiers) {
    return new SelectedRules(
        namespace -> namespace.equals("policies") ? List.of(notifiers) : List.of(),
        rollout -> Map.of("team", "web"));
  }

  private static List<String> receivers(NoticeRules rules, String spec) {
    return rules.of(object("Rollout", "policy-web", spec)).stream()
        .map(NotificationRule::receiver)
        .toList();
  }

  @Test
  void theSpecComesFirstAndNotifiersByName() {
    assertThat(
            receivers(
                rules(notifier("b", "url: 'https://b'"), notifier("a", "url: 'https://a'")),
                "notifications: [{name: chat, url: 'https://chat'}]"))
        .containsExactly("chat", "RolloutNotifier/a", "RolloutNotifier/b");
    assertThat(
            receivers(NoticeRules.ofSpec(), "notifications: [{name: chat, url: 'https://chat'}]"))
        .containsExactly("chat");
    assertThat(receivers(NoticeRules.NONE, "notifications: [{name: chat, url: 'https://chat'}]"))
        .isEmpty();
  }

  @Test
  void aNotifierSelectsByTheLabelsOfWhatIsRolledOut() {
    assertThat(
            receivers(
                rules(
                    notifier(
                        "web", "url: 'https://web', policySelector: {matchLabels: {team: web}}"),
                    notifier(
                        "shop",
                        "url: 'https://shop', policySelector: {matchLabels: {team: shop}}")),
                ""))
        .containsExactly("RolloutNotifier/web");
  }

  /** A cache looks labels up, perhaps by a search. */
  @Test
  void labelsAreAskedForOnlyWhereANotifierSelects() {
    NoticeRules rules =
        new SelectedRules(
            namespace -> List.of(notifier("a", "url: 'https://a'")),
            rollout -> {
              throw new AssertionError("labels are asked for");
            });

    assertThat(receivers(rules, "")).containsExactly("RolloutNotifier/a");
  }

  @Test
  void whatIsWrongIsListedAndTheRestHolds() {
    NoticeRules rules =
        rules(
            notifier("a", "url: 'https://a', events: [all]"),
            notifier("b", "url: 'https://b', events: [halted]"));

    assertThat(
            receivers(
                rules,
                "notifications: [{name: chat, url: 'https://chat', events: [x]}, {name: log, url: 'https://log'}]"))
        .containsExactly("log", "RolloutNotifier/b");
    assertThat(
            rules.problems(
                object(
                    "Rollout",
                    "policy-web",
                    "notifications: [{name: chat, url: 'https://chat', events: [x]}]")))
        .hasSize(2)
        .extracting(Problem::reason)
        .containsOnly("NotificationInvalid");
  }
}
