package io.sluice.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.PayloadJson;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.DeclaredGroups;
import io.sluice.rollout.strategy.SettingsReading;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads checks, with all their problems. */
class CheckReaderTest {
  private static final String HOOK = "'webhook': {'url': 'https://x.example.com'}";
  private static final String EXAMPLE =
      """
      [{'name': 'error-budget', 'before': ['prod'], 'during': ['stage', 'prod'],
        'interval': '1m', 'timeout': '10s', 'failureLimit': 3, 'giveUpAfter': '4h',
        'onFailure': 'Halt',
        'prometheus': {'address': 'https://prometheus.example.com',
          'query': 'sum(rate(errors[5m]))', 'passed': 'size(result) == 1 && result[0].value < 5.0',
          'wait': 'size(result) == 0', 'secretRef': {'name': 'prom'}},
        'overrides': [{'rolloutUID': 'u-1', 'group': 'prod', 'reason': 'known noise'}]}]
      """;

  private static SettingsReading<List<CheckDefinition>> read(String json) {
    return CheckReader.read(PayloadJson.read(json.replace('\'', '"'), Object.class));
  }

  private static CheckDefinition valid(String json) {
    SettingsReading<List<CheckDefinition>> reading = read(json);
    assertThat(reading.problems()).isEmpty();
    assertThat(reading.warnings()).isEmpty();
    return reading.value().orElseThrow().get(0);
  }

  private static List<String> problems(String json) {
    SettingsReading<List<CheckDefinition>> reading = read(json);
    assertThat(reading.value()).isEmpty();
    assertThat(reading.problems()).extracting(Problem::reason).containsOnly("CheckInvalid");
    return reading.problems().stream()
        .map(Problem::sentences)
        .map(text -> text.replace('"', '\''))
        .toList();
  }

  @Test
  void theExampleIsReadAsItIsMeant() {
    CheckDefinition check = valid(EXAMPLE);
    CheckRule rule = check.rule();
    assertThat(rule.before()).contains(List.of("prod"));
    assertThat(rule.during()).containsExactly("stage", "prod");
    assertThat(rule.failureLimit()).isEqualTo(3);
    assertThat(rule.giveUpAfter()).contains(Duration.ofHours(4));
    assertThat(rule.onFailure()).isEqualTo(FailureEffect.HALT);
    assertThat(rule.overrides())
        .containsExactly(
            new CheckOverride("u-1", "prod", Optional.empty(), Optional.of("known noise")));
    assertThat(check.target())
        .isEqualTo(
            new CheckTarget.Prometheus(
                "https://prometheus.example.com",
                "sum(rate(errors[5m]))",
                "size(result) == 1 && result[0].value < 5.0",
                Optional.of("size(result) == 0"),
                Optional.of("prom")));
  }

  @Test
  void whatIsAbsentHasItsDefault() {
    CheckRule rule = valid("[{'name': 'a', " + HOOK + "}]").rule();
    assertThat(rule.before()).isEmpty();
    assertThat(rule.during()).isEmpty();
    assertThat(rule.interval()).isEqualTo(Duration.ofMinutes(1));
    assertThat(rule.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(rule.failureLimit()).isEqualTo(1);
    assertThat(rule.giveUpAfter()).isEmpty();
    assertThat(rule.onFailure()).isEqualTo(FailureEffect.HOLD);
    assertThat(CheckReader.read(null).value()).contains(List.of());
  }

  @Test
  void anObjectIsNamedOrSelectedOrOneOfAll() {
    String object =
        "[{'name': 'a', 'object': {'apiVersion': 'apps/v1', 'kind': 'Deployment',%s"
            + " 'passed': 'object.status.readyReplicas > 0'}}]";
    assertThat(
            ((CheckTarget.WatchedObject) valid(object.formatted(" 'name': 'web',")).target())
                .name())
        .contains("web");
    assertThat(
            ((CheckTarget.WatchedObject)
                    valid(object.formatted(" 'selector': {'matchLabels': {'app': 'web'}},"))
                        .target())
                .selector())
        .isPresent();
    assertThat(((CheckTarget.WatchedObject) valid(object.formatted("")).target()).name()).isEmpty();
  }

  @Test
  void theHashIsThatOfTheQuestionAndNotOfWhoLetsItPass() {
    String hash = valid(EXAMPLE).rule().hash();
    assertThat(hash).matches("[0-9a-f]{16}");
    assertThat(valid(EXAMPLE.replace("u-1", "u-2")).rule().hash()).isEqualTo(hash);
    assertThat(valid(EXAMPLE.replace("< 5.0", "< 6.0")).rule().hash()).isNotEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'interval': '9s' | .interval of check a is '9s', not a duration from 10s to 24h. Write one such as '1m'.",
        "'interval': '25h' | .interval of check a is '25h', not a duration from 10s to 24h. Write one such as '1m'.",
        "'interval': 60 | .interval of check a is 60, not a duration from 10s to 24h. Write one such as '1m'.",
        "'timeout': '61s' | .timeout of check a is '61s', not a duration from 1s to the interval, and at most 5m. Write one such as '10s'.",
        "'interval': '1h', 'timeout': '301s' | .timeout of check a is '301s', not a duration from 1s to the interval, and at most 5m. Write one such as '10s'.",
        "'timeout': '0s' | .timeout of check a is '0s', not a duration from 1s to the interval, and at most 5m. Write one such as '10s'.",
        "'failureLimit': 0 | .failureLimit of check a is 0, not a whole number from 1 to 100. Write one such as 3.",
        "'failureLimit': 101 | .failureLimit of check a is 101, not a whole number from 1 to 100. Write one such as 3.",
        "'giveUpAfter': '1m' | .giveUpAfter of check a is '1m', not a duration longer than the interval, and at most 720h. Write one such as '4h'.",
        "'giveUpAfter': '721h' | .giveUpAfter of check a is '721h', not a duration longer than the interval, and at most 720h. Write one such as '4h'.",
        "'onFailure': 'Stop' | .onFailure of check a is 'Stop', neither Hold nor Halt. Write one of them.",
        "'before': 'prod' | .before of check a is 'prod', not a list of names. List names of groups.",
        "'during': [3] | .during of check a is [3], not a list of names. List names of groups.",
        "'before': [] | ` of check a is asked for no group. Name groups in before or during.`",
        "'overrides': [{'group': 'prod'}] | .overrides[0] of check a is {'group':'prod'}, and names no attempt. Write the rolloutUID that the status shows.",
        "'overrides': [{'rolloutUID': 'u'}] | .overrides[0] of check a is {'rolloutUID':'u'}, and names no group. Write the group that passes; ungrouped: those without.",
        "'object': {} | ` of check a has webhook and object, and may have one of them. Make a check of each.`"
      })
  void theseRulesAreRefused(String field, String problem) {
    assertThat(problems("[{'name': 'a', " + HOOK + ", " + field + "}]"))
        .containsExactly("Rollout spec.checks[0]" + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'webhook': {} | .webhook.url of check a is missing. Write a URL such as 'https://metrics.example.com'.",
        "'webhook': {'url': 'https://x', 'names': 'yes'} | .webhook.names of check a is 'yes', neither true nor false. Write one of them.",
        "'webhook': {'url': 'https://x', 'secretRef': {'name': 'A'}} | .webhook.secretRef.name of check a is 'A', which there cannot be. Write one such as prom.",
        "'webhook': {'url': 'https://x', 'secretRef': 'prom'} | .webhook.secretRef of check a is 'prom', not an object. Write one such as {name: prom}.",
        "'webhook': 7 | .webhook of check a is 7, not an object. Write its fields below it.",
        "'prometheus': {'address': 'https://x', 'passed': 'true'} | .prometheus.query of check a is missing. Write what Prometheus is asked.",
        "'prometheus': {'address': 'https://x', 'query': 'up'} | .prometheus.passed of check a is missing. Write CEL about result.",
        "'prometheus': {'address': 'https://x?a=b', 'query': 'up', 'passed': 'true'} | .prometheus.address of check a is 'https://x?a=b', which has a query. Write a URL such as 'https://metrics.example.com/path'.",
        "'prometheus': {'address': 'https://x', 'query': 'up', 'passed': 'size(result)'} | .prometheus.passed of check a is 'size(result)', which is int, not true or false. Compare it.",
        "'object': {'kind': 'Job', 'passed': 'true'} | .object.apiVersion of check a is missing. Write one such as apps/v1.",
        "'object': {'apiVersion': 'v1', 'passed': 'true'} | .object.kind of check a is missing. Write one such as Deployment.",
        "'object': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'x', 'selector': {}, 'passed': 'true'} | .object of check a has name and selector. Keep one of them.",
        "'object': {'apiVersion': 'v1', 'kind': 'Pod', 'name': 'x/y', 'passed': 'true'} | .object.name of check a is 'x/y', which there cannot be. Write one such as web."
      })
  void theseTargetsAreRefused(String target, String problem) {
    assertThat(problems("[{'name': 'a', " + target + "}]"))
        .containsExactly("Rollout spec.checks[0]" + problem);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prometheus:9090",
        "ftp://x",
        "/path",
        "https:///path",
        "https://",
        "https://me:secret@x",
        "https://x/#part",
        "https://x/a/../b",
        "https://x/..",
        "https://x/./b",
        "https://x/..;a/b",
        "https://x/%2e%2E/b",
        "https://x/a%2Fb",
        "https://x/a%5cb",
        "https://x:99999/",
        "https://x/ b",
        "https://x/\u00e4",
        "https://ex\u00e4mple.com"
      })
  void theseAddressesAreRefused(String url) {
    assertThat(problems("[{'name': 'a', 'webhook': {'url': '" + url + "'}}]"))
        .singleElement()
        .asString()
        .startsWith("Rollout spec.checks[0].webhook.url of check a is '" + url + "', ");
  }

  @Test
  void aWebhookMayHaveAQueryAndAPort() {
    String url = "http://hooks.example.com:8080/a.b/c?d=e";
    assertThat(valid("[{'name': 'a', 'webhook': {'url': '" + url + "', 'names': true}}]").target())
        .isEqualTo(new CheckTarget.Webhook(url, Optional.empty(), true));
  }

  @Test
  void namesAreNeededAndTheirOwn() {
    assertThat(problems("[{" + HOOK + "}, {'name': 'B', " + HOOK + "}, 3]"))
        .containsExactly(
            "Rollout spec.checks[0] has no name. Give it one, by which it is shown.",
            "Rollout spec.checks[1].name is 'B', not a name. Write at most 63 lower case letters,"
                + " digits and hyphens.",
            "Rollout spec.checks[2] is 3, not an object. Write its name and the rest below it.");
    assertThat(problems("[{'name': 'a', " + HOOK + "}, {'name': 'a', " + HOOK + "}]"))
        .containsExactly(
            "Rollout spec.checks[1].name of check a is 'a', as is that of Rollout spec.checks[0]."
                + " Write another name.");
    assertThat(problems("{'a': 1}").get(0))
        .startsWith("Rollout spec.checks is {'a':1}, not a list.");
    assertThat(problems("[{'name': 'a'}]"))
        .containsExactly(
            "Rollout spec.checks[0] of check a asks nothing. Add prometheus, webhook or object.");
  }

  @Test
  void thereAreAtMostTwentyChecksAndTwoHundredOverrides() {
    List<String> many =
        IntStream.range(0, 21).mapToObj(i -> "{'name': 'c" + i + "', " + HOOK + "}").toList();
    assertThat(problems(many.toString())).singleElement().asString().contains("more than 20");
    String overrides =
        String.join(",", Collections.nCopies(201, "{'rolloutUID': 'u', 'group': 'g'}"));
    assertThat(problems("[{'name': 'a', " + HOOK + ", 'overrides': [" + overrides + "]}]"))
        .singleElement()
        .asString()
        .contains("has 201 entries, more than 200");
  }

  @Test
  void aQueryHasAtMostEightKibibytes() {
    String prometheus =
        "[{'name': 'a', 'prometheus': {'address': 'https://x', 'passed': 'true', 'query': '%s'}}]";
    valid(prometheus.formatted("a".repeat(8 * 1024)));
    assertThat(problems(prometheus.formatted("\u00e4".repeat(4 * 1024 + 1)))).hasSize(1);
  }

  @Test
  void unknownFieldsAreWarnedOf() {
    assertThat(
            read("[{'name': 'a', 'limit': 3, 'webhook': {'url': 'https://x', 'uri': 1}}]")
                .warnings())
        .containsExactlyInAnyOrder(
            "Rollout spec.checks[0].limit is no setting of a check. Remove it.",
            "Rollout spec.checks[0].webhook.uri is no setting of a check. Remove it.");
  }

  @Test
  void groupsThatNoPlacementDeclaresAreRefused() {
    SettingsReading<List<CheckDefinition>> reading =
        read(
            "[{'name': 'a', 'before': ['prd', 'ungrouped'], 'during': ['prod', 'x'], "
                + HOOK
                + "}]");
    DeclaredGroups declared =
        DeclaredGroups.of(List.of(new GroupKey("p", "stage", 0), new GroupKey("p", "prod", 1)), 1);
    assertThat(CheckReader.problems(reading, declared))
        .extracting(problem -> problem.path() + " " + problem.remedy())
        .containsExactly(
            "Rollout spec.checks[0].before[0] Use one of: prod, stage",
            "Rollout spec.checks[0].during[1] Use one of: prod, stage");
    assertThat(CheckReader.problems(reading, DeclaredGroups.unknown())).isEmpty();
    assertThat(CheckReader.problems(reading, DeclaredGroups.of(List.of(), 1)))
        .extracting(Problem::remedy)
        .containsOnly("Remove it");
  }

  @Test
  void aSnapshotKeepsThemInHistory() {
    CheckRule rule =
        valid(
                "[{'name': 'a', 'before': [], 'during': ['prod'], 'giveUpAfter': '2h', "
                    + HOOK
                    + "}]")
            .rule();
    assertThat(PayloadJson.read(PayloadJson.write(rule), CheckRule.class)).isEqualTo(rule);
    CheckRule absent = valid("[{'name': 'a', " + HOOK + "}]").rule();
    assertThat(PayloadJson.read(PayloadJson.write(absent), CheckRule.class)).isEqualTo(absent);
  }
}
