package io.sluice.rollout.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.fleet.GroupKey;
import io.sluice.policy.PolicyName;
import io.sluice.policy.Problem;
import io.sluice.rollout.strategy.ParsedStrategy.Accepted;
import io.sluice.rollout.strategy.ParsedStrategy.Refused;
import java.math.BigInteger;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the reader against rollout-strategy 1.5 and every message of 1.6, literally. */
class StrategyReaderTest {
  private static final String PREFIX = "Cannot roll out policy policies/cis: ";
  private static final PolicyName POLICY = new PolicyName("policies", "cis");
  private static final DeclaredGroups DECLARED =
      DeclaredGroups.of(
          List.of(
              new GroupKey("p", "prod", 1),
              new GroupKey("p", "canary", 0),
              new GroupKey("p", "", 2)),
          1);

  private static Object tree(String json) {
    try {
      return new ObjectMapper().readValue(json.replace('\'', '"'), new TypeReference<Object>() {});
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("Cannot read the test's JSON: " + json, e);
    }
  }

  private static ParsedStrategy strict(String json) {
    return StrategyReader.strict(tree(json), "spec.rolloutStrategy", DECLARED);
  }

  private static Accepted accepted(ParsedStrategy reading) {
    return reading.match(
        accepted -> accepted,
        refused -> {
          throw new AssertionError("refused: " + refused.problems());
        });
  }

  private static Refused refused(ParsedStrategy reading) {
    return reading.match(
        accepted -> {
          throw new AssertionError("accepted: " + accepted);
        },
        refused -> refused);
  }

  private static void refuses(String json, Refusal.Reason reason, String sentences) {
    refuses(strict(json), reason, sentences);
  }

  private static void refuses(ParsedStrategy reading, Refusal.Reason reason, String sentences) {
    Refusal refusal = Refusal.of(POLICY, refused(reading).problems());
    assertThat(refusal.message()).isEqualTo(PREFIX + sentences);
    assertThat(refusal.is(reason)).isTrue();
  }

  private static String progressive(String settings) {
    return "{'type': 'Progressive', 'progressive': {" + settings + "}}";
  }

  @Test
  void everySettingAbsentMeansTypeAllWithItsDefaults() {
    assertThat(accepted(strict("{}")))
        .isEqualTo(new Accepted(Strategy.all(), Optional.empty(), Optional.empty(), List.of()));
    assertThat(accepted(strict("{'type': null, 'progressive': null}")).strategy())
        .isEqualTo(Strategy.all());
  }

  @Test
  void readsEverySetting() {
    Accepted accepted =
        accepted(
            strict(
                """
                {'type': 'Progressive', 'pendingClusters': 'Inform',
                 'ignoreClusterRolloutStatus': {'matchLabels': {'env': 'lab'}},
                 'progressive': {'minSuccessTime': '90s', 'progressDeadline': '1h30m',
                   'maxFailures': '7%', 'maxConcurrency': 3,
                   'mandatoryDecisionGroups': [{'groupName': 'canary'}, {'groupIndex': 1}]}}
                """));

    assertThat(accepted.strategy())
        .isEqualTo(
            new Strategy(
                StrategyType.PROGRESSIVE,
                Duration.ofSeconds(90),
                Optional.of(Duration.ofMinutes(90)),
                Amount.percent(7),
                Optional.of(Amount.count(3)),
                List.of(GroupSelector.named("canary"), GroupSelector.at(1))));
    assertThat(accepted.pendingClusters()).contains(PendingClusters.INFORM);
    assertThat(accepted.ignored().orElseThrow().matches(Map.of("env", "lab"))).isTrue();
    assertThat(accepted.warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "all, All",
    "progressive, Progressive",
    "progressivePerGroup, ProgressivePerGroup",
    "ManualPerGroup, manualPerGroup",
    "manualPerGroup, manualPerGroup"
  })
  void theFirstLetterOfATypeMayBeInEitherCase(String written, String printed) {
    Strategy strategy = accepted(strict("{'type': '" + written + "'}")).strategy();

    assertThat(strategy.type()).hasToString(printed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"'Canary'", "''", "7", "'ALL'", "'ProgressivePergroup'", "true", "['All']", "{}"})
  void refusesAnUnknownType(String type) {
    refuses(
        "{'type': " + type + "}",
        Refusal.Reason.UNKNOWN_TYPE,
        "spec.rolloutStrategy.type is "
            + type.replace('\'', '"')
            + ", which is no strategy."
            + " Use All, Progressive, ProgressivePerGroup or manualPerGroup.");
  }

  @Test
  void refusesSettingsOfAnotherType() {
    refuses(
        "{'type': 'All', 'progressive': {'maxConcurrency': '3'}}",
        Refusal.Reason.WRONG_SETTINGS,
        "spec.rolloutStrategy.progressive is set, but the type is All."
            + " Remove it, or set the type to Progressive.");
    refuses(
        "{'type': 'manualPerGroup', 'manualPerGroup': {'maxConcurrency': '3'}}",
        Refusal.Reason.WRONG_SETTINGS,
        "spec.rolloutStrategy.manualPerGroup.maxConcurrency is set, but the type is"
            + " manualPerGroup. Remove it, or set the type to Progressive.");
    refuses(
        "{'type': 'Progressive', 'progressive': 'x'}",
        Refusal.Reason.WRONG_SETTINGS,
        "spec.rolloutStrategy.progressive is \"x\", not an object."
            + " Write the settings below it, or remove it.");
  }

  @Test
  void refusesANumberInQuotes() {
    refuses(
        progressive("'maxConcurrency': '3'"),
        Refusal.Reason.QUOTED_INTEGER,
        "spec.rolloutStrategy.progressive.maxConcurrency is \"3\", a number in quotes."
            + " Write 3, or a percentage such as \"3%\".");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'33.3%' | not a whole percentage from 0% to 100%. Write \"34%\", or a number of clusters.",
        "'101%' | not a whole percentage from 0% to 100%. Write \"100%\", or a number of clusters.",
        "'-5%' | not a whole percentage from 0% to 100%. Write \"0%\", or a number of clusters.",
        "'many' | not a whole percentage from 0% to 100%."
            + " Write one such as \"25%\", or a number of clusters.",
        "-1 | below zero. Write 0 or more.",
        "'-1' | below zero. Write 0 or more.",
        "1.5 | not a whole number."
            + " Write a number of clusters, or a percentage such as \"25%\".",
        "true | not a whole number."
            + " Write a number of clusters, or a percentage such as \"25%\"."
      })
  void refusesAnInvalidNumber(String value, String wrong) {
    refuses(
        progressive("'maxFailures': " + value),
        Refusal.Reason.BAD_NUMBER,
        "spec.rolloutStrategy.progressive.maxFailures is "
            + value.replace('\'', '"')
            + ", "
            + wrong);
  }

  @Test
  void readsIntegersOfEveryKind() {
    for (Object three : List.of(3, 3L, BigInteger.valueOf(3), 3.0)) {
      Map<String, Object> settings = new HashMap<>(Map.of("maxFailures", three));
      Object tree = Map.of("type", "Progressive", "progressive", settings);
      assertThat(accepted(StrategyReader.lenient(tree)).strategy().maxFailures())
          .isEqualTo(Amount.count(3));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"'10min'", "''", "'1m1h'", "'-5s'", "'1.5h'", "' 5s'", "'1234567s'", "5"})
  void refusesAnInvalidDuration(String value) {
    refuses(
        progressive("'progressDeadline': " + value),
        Refusal.Reason.BAD_DURATION,
        "spec.rolloutStrategy.progressive.progressDeadline is "
            + value.replace('\'', '"')
            + ", not a duration. Write one such as \"1h30m\", \"10m\" or \"90s\", or \"None\".");
    refuses(
        progressive("'minSuccessTime': " + value),
        Refusal.Reason.BAD_DURATION,
        "spec.rolloutStrategy.progressive.minSuccessTime is "
            + value.replace('\'', '"')
            + ", not a duration. Write one such as \"1h30m\", \"10m\" or \"90s\", or \"0\".");
  }

  @Test
  void aDeadlineOfNoneIsNoneAndOneOfZeroSecondsExpiresAtOnce() {
    assertThat(accepted(strict(progressive("'progressDeadline': 'None'"))).strategy())
        .isEqualTo(Strategy.of(StrategyType.PROGRESSIVE));
    assertThat(accepted(strict(progressive("'progressDeadline': '0s'"))).strategy())
        .isEqualTo(Strategy.of(StrategyType.PROGRESSIVE).withProgressDeadline(Duration.ZERO));
  }

  @Test
  void refusesAGroupThatIsNotDeclared() {
    refuses(
        progressive("'mandatoryDecisionGroups': [{'groupName': 'canry'}]"),
        Refusal.Reason.UNKNOWN_GROUP,
        "spec.rolloutStrategy.progressive.mandatoryDecisionGroups[0].groupName is \"canry\","
            + " which no bound placement declares. Use one of: canary, prod.");
  }

  @Test
  void refusesAnEntryThatNamesNoGroup() {
    refuses(
        progressive("'mandatoryDecisionGroups': [{'groupName': 'prod'}, {}]"),
        Refusal.Reason.BAD_GROUP,
        "spec.rolloutStrategy.progressive.mandatoryDecisionGroups[1] is {}, and names no group."
            + " Give groupName or groupIndex.");
    refuses(
        progressive("'mandatoryDecisionGroups': ['prod']"),
        Refusal.Reason.BAD_GROUP,
        "spec.rolloutStrategy.progressive.mandatoryDecisionGroups[0] is \"prod\", and names no"
            + " group. Give groupName or groupIndex.");
    refuses(
        progressive("'mandatoryDecisionGroups': 'prod'"),
        Refusal.Reason.BAD_GROUP,
        "spec.rolloutStrategy.progressive.mandatoryDecisionGroups is \"prod\", not a list."
            + " List entries with groupName or groupIndex.");
  }

  @Test
  void refusesAnIndexWhereSeveralPlacementsAreBound() {
    refuses(
        StrategyReader.strict(
            tree(progressive("'mandatoryDecisionGroups': [{'groupIndex': 1}]")),
            "Rollout spec.rolloutStrategy",
            DeclaredGroups.of(List.of(), 2)),
        Refusal.Reason.BAD_GROUP,
        "Rollout spec.rolloutStrategy.progressive.mandatoryDecisionGroups[0].groupIndex is 1,"
            + " but 2 placements are bound. Give groupName.");
  }

  @Test
  void warnsOfAnIndexBesideANameAndOfUnknownSettings() {
    Accepted accepted =
        accepted(
            strict(
                progressive(
                    "'maxFailure': 1, 'mandatoryDecisionGroups':"
                        + " [{'groupName': 'prod', 'groupIndex': 4}, {'groupIndex': 9}]")));

    assertThat(accepted.warnings())
        .containsExactly(
            "spec.rolloutStrategy.progressive.maxFailure is no setting of a rollout strategy."
                + " Remove it.",
            "spec.rolloutStrategy.progressive.mandatoryDecisionGroups[0] has a groupName and a"
                + " groupIndex, and the name counts. Remove groupIndex.",
            "spec.rolloutStrategy.progressive.mandatoryDecisionGroups[1].groupIndex is 9, and no"
                + " group has this index now. Nothing waits for it.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | | is {}, and would ignore every cluster. Add a label, or remove the field.",
        "{'matchLabels':{},'matchExpressions':[]} | | is"
            + " {'matchLabels':{},'matchExpressions':[]}, and would ignore every cluster."
            + " Add a label, or remove the field.",
        "'x' | | is 'x', not a label selector. Write matchLabels or matchExpressions.",
        "{'matchLabels':{'a':1}} | .matchLabels.a |"
            + " is 1, not a label value. Write one such as 'prod', in quotes.",
        "{'matchExpressions':[{'key':'a','operator':'Equals'}]} | .matchExpressions[0].operator |"
            + " is 'Equals', which is no operator. Use In, NotIn, Exists or DoesNotExist.",
        "{'matchExpressions':[{'key':'a','operator':'In'}]} | .matchExpressions[0] | is"
            + " {'key':'a','operator':'In'}, and In needs values. List them under values.",
        "{'matchExpressions':[{'key':'a','operator':'Exists','values':['b']}]} |"
            + " .matchExpressions[0].values | is ['b'], but Exists takes no values. Remove them."
      })
  void refusesAnInvalidSelector(String selector, String place, String sentences) {
    refuses(
        "{'ignoreClusterRolloutStatus': " + selector + "}",
        Refusal.Reason.BAD_SELECTOR,
        "spec.rolloutStrategy.ignoreClusterRolloutStatus%s %s"
            .formatted(place == null ? "" : place, sentences)
            .replace('\'', '"'));
  }

  @Test
  void refusesAnUnknownPendingClusters() {
    refuses(
        "{'pendingClusters': 'Keep'}",
        Refusal.Reason.BAD_PENDING,
        "spec.rolloutStrategy.pendingClusters is \"Keep\", which says nothing about pending"
            + " clusters. Use KeepPrevious or Inform.");
  }

  @ParameterizedTest
  @CsvSource({"50min, 50m", "1 hour 5 minutes, 1h5m", "90s, 90s", "None, None"})
  void refusesTheFormerNameOfTheDeadlineAndTranslatesIt(String written, String translated) {
    refuses(
        progressive("'timeout': '" + written + "'"),
        Refusal.Reason.TIMEOUT_RENAMED,
        "spec.rolloutStrategy.progressive.timeout is \"%s\", the former name of this setting. Write progressDeadline: %s."
            .formatted(written, translated));
  }

  /** Who may edit a policy's strategy must not overflow the stack of the process. */
  @Test
  void refusesADeadlineOfThousandsOfPartsAndLeavesTheStackAlone() {
    assertThat(refused(strict(progressive("'timeout': '" + "1h ".repeat(20_000) + "'"))).problems())
        .singleElement()
        .extracting(Problem::path)
        .isEqualTo("spec.rolloutStrategy.progressive.timeout");
  }

  @Test
  void namesAllProblemsByPathAlsoThoseUnderAnUnknownType() {
    Refused refused =
        refused(
            strict(
                "{'type': 'Canary', 'pendingClusters': 1,"
                    + " 'progressive': {'maxFailures': -1, 'maxConcurrency': '3'}}"));

    assertThat(refused.problems().stream().map(Problem::path))
        .containsExactly(
            "spec.rolloutStrategy.pendingClusters",
            "spec.rolloutStrategy.progressive.maxConcurrency",
            "spec.rolloutStrategy.progressive.maxFailures",
            "spec.rolloutStrategy.type");
    assertThat(Refusal.of(POLICY, refused.problems()).is(Refusal.Reason.BAD_PENDING)).isTrue();
  }

  @Test
  void countsTheProblemsAfterTheTenth() {
    String entries = IntStream.range(0, 13).mapToObj(i -> "{}").collect(Collectors.joining(","));
    Refused refused = refused(strict(progressive("'mandatoryDecisionGroups': [" + entries + "]")));

    assertThat(Refusal.of(POLICY, refused.problems()).message())
        .startsWith(
            PREFIX
                + "spec.rolloutStrategy.progressive.mandatoryDecisionGroups[0] is {}, and names no"
                + " group. Give groupName or groupIndex. spec.rolloutStrategy")
        .endsWith(" Give groupName or groupIndex. And 3 more.");
  }

  @Test
  void theLenientModeAcceptsAFewMore() {
    Strategy strategy =
        accepted(
                StrategyReader.lenient(
                    tree(
                        progressive(
                            "'maxFailures': -5, 'maxConcurrency': '250%', 'progressDeadline': '',"
                                + " 'mandatoryDecisionGroups': [{}, {'groupName': 'nowhere'}]"))))
            .strategy();

    assertThat(strategy.maxFailures()).isEqualTo(Amount.count(0));
    assertThat(strategy.maxConcurrency()).contains(Amount.percent(100));
    assertThat(strategy.progressDeadline()).isEmpty();
    assertThat(strategy.mandatory(new GroupKey("p", "any", 0))).isTrue();
    assertThat(strategy.mandatory(new GroupKey("p", "any", 1))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'type': 'Canary'}",
        "{'type': 'All', 'all': {'maxFailures': '5'}}",
        "{'type': 'All', 'progressive': {}}",
        "{'type': 'Progressive', 'progressive': {'maxFailures': '33.3%'}}",
        "{'type': 'Progressive', 'progressive': {'minSuccessTime': ''}}",
        "{'type': 'Progressive', 'progressive': {'progressDeadline': '10min'}}"
      })
  void theLenientModeRefusesEverythingElse(String json) {
    assertThat(refused(StrategyReader.lenient(tree(json))).problems()).isNotEmpty();
  }
}
