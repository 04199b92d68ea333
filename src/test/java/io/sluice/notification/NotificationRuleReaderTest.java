package io.sluice.notification;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingsReading;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads whom to tell, with all problems. */
class NotificationRuleReaderTest {
  private static final String HOOK = "'url': 'https://x.example.com/hook'";

  private static Object tree(String json) {
    return PayloadJson.read(json.replace('\'', '"'), Object.class);
  }

  private static List<NotificationRule> valid(String json) {
    SettingsReading<List<NotificationRule>> reading = NotificationRuleReader.read(tree(json));
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.warnings()).isEmpty();
    assertThat(NotificationRuleReader.accepted(tree(json)))
        .isEqualTo(reading.value().orElseThrow());
    return reading.value().orElseThrow();
  }

  private static List<String> sentences(SettingsReading<?> reading) {
    assertThat(reading.value()).isEmpty();
    assertThat(reading.problems()).extracting(Problem::reason).containsOnly("NotificationInvalid");
    return reading.problems().stream()
        .map(Problem::sentences)
        .map(text -> text.replace('"', '\''))
        .toList();
  }

  @Test
  void aRuleIsReadAsItIsMeant() {
    assertThat(
            valid(
                "[{'name': 'pager', 'secretRef': {'name': 'pager'}, 'format': 'PagerDuty',"
                    + " 'events': ['succeeded', 'halted', 'halted']}]"))
        .containsExactly(
            new NotificationRule(
                "pager",
                Optional.empty(),
                Optional.of("pager"),
                List.of(NoticeKind.HALTED, NoticeKind.SUCCEEDED),
                MessageFormat.PAGER_DUTY));
  }

  @Test
  void whatIsAbsentHasItsDefault() {
    assertThat(valid("[{'name': 'bus', " + HOOK + "}]"))
        .containsExactly(
            new NotificationRule(
                "bus",
                Optional.of("https://x.example.com/hook"),
                Optional.empty(),
                List.of(NoticeKind.values()),
                MessageFormat.CLOUD_EVENTS));
    assertThat(NotificationRuleReader.read(null).value()).contains(List.of());
    assertThat(NotificationRuleReader.accepted(null)).isEmpty();
  }

  @Test
  void anAddressOfAServiceMayHaveAQuery() {
    assertThat(valid("[{'name': 'a', 'url': 'https://x.example.com/h?api-version=1'}]")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name': 'a', 'url': 'https://x.example.com', 'events': ['haltd']}"
            + "| [0].events[0] of notification a is 'haltd', which is no event."
            + " Use one of: halted, aborted, released.",
        "{'name': 'a', 'url': 'https://x.example.com', 'events': [7]}"
            + "| [0].events[0] of notification a is 7, which is no event. Use one of:"
            + " waiting-for-approval, group-opened, check-failed, window-missed, halted, succeeded,"
            + " aborted, superseded, regressed, straggler, released.",
        "{'name': 'a', 'url': 'https://x.example.com', 'events': 'halted'}"
            + "| [0].events of notification a is 'halted', not a list."
            + " List events such as [halted, succeeded].",
        "{'name': 'a', 'url': 'https://x.example.com', 'events': []}"
            + "| [0].events of notification a names no event. Name events, or remove it for all.",
        "{'name': 'a', 'url': 'https://x.example.com', 'format': 'slack'}"
            + "| [0].format of notification a is 'slack', which is no format."
            + " Use CloudEvents, Slack, Teams, PagerDuty.",
        "{'name': 'a'}"
            + "| [0] of notification a has neither url nor secretRef."
            + " Write the URL, or name a Secret that has it as url.",
        "{'name': 'a', 'url': 'x.example.com'}"
            + "| [0].url of notification a is 'x.example.com', no URL of http or https with a host."
            + " Write a URL such as 'https://hooks.example.com/path'.",
        "{'name': 'a', 'url': 'https://me:secret@x.example.com'}"
            + "| [0].url of notification a is 'https://me:secret@x.example.com', which has a user;"
            + " a password belongs into a Secret."
            + " Write a URL such as 'https://hooks.example.com/path'.",
        "{'name': 'a', 'secretRef': {'name': 'A_b'}}"
            + "| [0].secretRef.name of notification a is 'A_b', which there cannot be."
            + " Write one such as chat.",
        "{'name': 'a', 'secretRef': {}}"
            + "| [0].secretRef.name of notification a is missing. Write one such as chat.",
        "{'name': 'a', 'secretRef': 'chat'}"
            + "| [0].secretRef of notification a is 'chat', not an object."
            + " Write one such as {name: chat}.",
        "{'name': 'a', 'url': 'https://x.example.com', 'format': 'PagerDuty', 'events': ['halted']}"
            + "| [0] of notification a has no secretRef, and PagerDuty takes nothing without a key."
            + " Name a Secret that has it as routingKey.",
        "{'name': 'To chat', 'url': 'https://x.example.com'}"
            + "| [0].name is 'To chat', not a name."
            + " Write at most 63 lower case letters, digits and hyphens.",
        "{'url': 'https://x.example.com'}"
            + "| [0] has no name. Give it one, by which it is shown.",
        "7| [0] is 7, not an object. Write its name and the rest below it."
      })
  void whatIsWrongIsSaidWithItsPathAndTheRemedy(String entry, String sentences) {
    assertThat(sentences(NotificationRuleReader.read(tree("[" + entry + "]"))))
        .containsExactly("Rollout spec.notifications" + sentences);
    assertThat(NotificationRuleReader.accepted(tree("[" + entry + "]"))).isEmpty();
  }

  @Test
  void oneThatIsWrongCostsItselfAlone() {
    Object tree =
        tree(
            "[{'name': 'a', %1$s}, {'name': 'b', %1$s, 'events': ['x']}, 7, {'name': 'a', %1$s}, {'name': 'c', %1$s, 'eventz': []}]"
                .formatted(HOOK));
    SettingsReading<List<NotificationRule>> reading = NotificationRuleReader.read(tree);
    assertThat(reading.value()).isEmpty();
    assertThat(reading.problems())
        .extracting(Problem::path)
        .containsExactly(
            "Rollout spec.notifications[1].events[0]",
            "Rollout spec.notifications[2]",
            "Rollout spec.notifications[3].name");
    assertThat(reading.warnings())
        .containsExactly(
            "Rollout spec.notifications[4].eventz is no setting of a notification. Remove it.");
    assertThat(NotificationRuleReader.accepted(tree))
        .extracting(NotificationRule::receiver)
        .containsExactly("a", "c");
  }

  @Test
  void thereAreNotMoreThanTwenty() {
    List<Object> many = Collections.nCopies(21, Map.of());
    assertThat(NotificationRuleReader.read(many).problems())
        .extracting(Problem::sentences)
        .contains(
            "Rollout spec.notifications has 21 entries, more than 20. Let one service tell the"
                + " others.");
    assertThat(NotificationRuleReader.read("chat").problems())
        .extracting(Problem::sentences)
        .containsExactly(
            "Rollout spec.notifications is \"chat\", not a list. List entries with a name each.");
  }

  @Test
  void aPagerThatIsToldEverythingIsWarnedOf() {
    SettingsReading<List<NotificationRule>> reading =
        NotificationRuleReader.read(
            tree("[{'name': 'a', 'secretRef': {'name': 's'}, 'format': 'PagerDuty'}]"));
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.warnings())
        .containsExactly(
            "Rollout spec.notifications[0] has no events, so that PagerDuty opens an incident also"
                + " for waiting-for-approval and group-opened. List in events what somebody has to"
                + " be called for, and what ends it.");
  }

  @Test
  void aNotifierHasARuleAndSaysForWhichPolicies() {
    SettingsReading<NotifierDefinition> reading =
        NotificationRuleReader.notifier(
            "chat",
            tree(
                "{'secretRef': {'name': 'chat'}, 'format': 'Slack',"
                    + " 'policySelector': {'matchLabels': {'tier': 'web'}}}"));
    assertThat(reading.problems()).isEmpty();
    NotifierDefinition notifier = reading.value().orElseThrow();
    assertThat(notifier.rule().receiver()).isEqualTo("RolloutNotifier/chat");
    assertThat(notifier.rule().format()).isEqualTo(MessageFormat.SLACK);
    assertThat(notifier.selects(Map.of("tier", "web"))).isTrue();
    assertThat(notifier.selects(Map.of())).isFalse();
    assertThat(
            NotificationRuleReader.notifier("all", tree("{" + HOOK + "}"))
                .value()
                .orElseThrow()
                .selects(Map.of()))
        .isTrue();
  }

  @Test
  void whatIsWrongWithANotifierNamesIt() {
    assertThat(
            sentences(
                NotificationRuleReader.notifier(
                    "chat",
                    tree(
                        "{'policySelector': {'matchExpressions': [{'key': 'a', 'operator': 'is'}]}}"))))
        .containsExactly(
            "RolloutNotifier chat spec has neither url nor secretRef. Write the URL, or name a"
                + " Secret that has it as url.",
            "RolloutNotifier chat spec.policySelector.matchExpressions[0].operator is 'is', which"
                + " is no operator. Use In, NotIn, Exists or DoesNotExist.");
    assertThat(sentences(NotificationRuleReader.notifier("chat", 7, "spec")))
        .containsExactly("spec is 7, not an object. Write url or secretRef below it.");
    assertThat(
            NotificationRuleReader.notifier("a", tree("{'name': 'a', " + HOOK + "}"), "spec")
                .warnings())
        .containsExactly("spec.name is no setting of a notification. Remove it.");
  }
}
