package io.sluice.cel;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CelExpressionTest {
  private static final List<Map<String, Object>> SAMPLES =
      List.of(
          Map.of("labels", Map.of("job", "api"), "value", 4.5, "time", 1_700_000_000),
          Map.of("labels", Map.of("job", "web"), "value", 7, "time", 1_700_000_000));

  private final ProblemCollector collector = new ProblemCollector();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "size(result) == 2 && result[0].value < 5.0 | true",
        "result.all(s, s.value < 7) | false",
        "result.exists(s, s.labels.job == 'web' && s.value == 7) | true",
        "result[0].labels.job.upperAscii() == 'API' | true",
        "size(result) == 0 | false"
      })
  void aListOfSamplesIsJudged(String expression, boolean expected) {
    CelVerdict verdict = list(expression).evaluate(SAMPLES);
    assertThat(verdict.value()).contains(expected);
    assertThat(verdict.error()).isEmpty();
  }

  @Test
  void anObjectIsJudged() {
    Map<String, Object> object = new LinkedHashMap<>();
    object.put("status", Map.of("replicas", 3));
    object.put("spec", null);
    assertThat(object("object.status.replicas == 3").evaluate(object).isTrue()).isTrue();
    assertThat(object("has(object.spec)").evaluate(object).value()).contains(false);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "result[5].value < 5.0 | has an error (",
        "result[0].labels.region == 'eu' | has an error (",
        "result[0].labels > 3 | has an error (",
        "result[0].value | is neither true nor false",
        "result.map(a, result[0].labels.job.replace('', 'aaaaaaaaaaaaaaaaaaaa'.replace('a',"
            + " 'aaaaaaaaaaaaaaaaaaaa').replace('a', 'aaaaaaaaaaaaaaaaaaaa').replace('a',"
            + " 'aaaaaaaaaaaaaaaaaaaa'))).size() == 2 | builds a text or list of more than 256 KiB"
      })
  void whatGoesWrongIsAnErrorAndNoAnswer(String expression, String error) {
    CelVerdict verdict = list(expression).evaluate(SAMPLES);
    assertThat(verdict.value()).isEmpty();
    assertThat(verdict.isTrue()).isFalse();
    assertThat(verdict.error().orElseThrow()).startsWith(error);
  }

  @Test
  void aCostlyExpressionHasNoAnswer() {
    String costly = "true";
    for (char name = 'a'; name < 'g'; name++) {
      costly = "[1,2,3,4,5,6,7,8,9,10].all(%s, %s)".formatted(name, costly);
    }
    assertThat(list(costly + " || true").evaluate(SAMPLES).error()).contains("costs too much");
  }

  @Test
  void aLargeAnswerMayBeReadAndNotBeCopied() {
    Map<String, Object> object = Map.of("text", "a".repeat(200_000));
    assertThat(object("object.text.size() == 200000").evaluate(object).isTrue()).isTrue();
    assertThat(object("object.text + object.text == ''").evaluate(object).error())
        .contains("builds a text or list of more than 256 KiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"result ==", "size(result)", "object.value > 1", "3"})
  void whatIsNoConditionIsRefused(String expression) {
    assertThat(
            CelExpression.compile(
                new SettingNode("passed", expression, collector),
                "CheckInvalid",
                "result",
                CelVariable.LIST))
        .isEmpty();
    Problem problem = collector.problems().get(0);
    assertThat(problem.reason()).isEqualTo("CheckInvalid");
    assertThat(problem.path()).isEqualTo("passed");
    assertThat(problem.remedy()).doesNotContain("managedCluster");
  }

  private CelExpression list(String expression) {
    return compile(expression, "result", CelVariable.LIST);
  }

  private CelExpression object(String expression) {
    return compile(expression, "object", CelVariable.OBJECT);
  }

  private CelExpression compile(String expression, String variable, CelVariable type) {
    return CelExpression.compile(
            new SettingNode("passed", expression, collector), "CheckInvalid", variable, type)
        .orElseThrow();
  }
}
