package io.sluice.placement.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.placement.ManagedCluster;
import io.sluice.placement.ScoreTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Each of these expressions ended the process, or kept it busy for hours, had it been evaluated.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CelCostTest {
  private static final String TOO_LARGE = "builds a text or list of more than 256 KiB";
  private static final String TOO_DEAR = "costs too much";

  /** An annotation as long as the hub takes them. */
  private static final String LONG = "a".repeat(200_000);

  private static final ManagedCluster CLUSTER =
      new ManagedCluster(
          "c1",
          Map.of(),
          Map.of(),
          List.of(),
          Map.of(),
          Map.of(),
          false,
          Map.of("long", LONG, "name", "c1", "ten", "0123456789".repeat(10)));

  private static Stream<String> builders() {
    String x = "managedCluster.long";
    return Stream.of(
        "'aa'" + ".replace('a', 'aaaaaaaaaaaaaaaaaaaa')".repeat(200) + " == ''",
        "'aa'" + ".replace('', 'aaaaaaaaaaaaaaaaaaaa')".repeat(200) + " == ''",
        x + ".replace('', " + x + ") == ''",
        x + ".replace('a', 'aa') == ''",
        x + ".replace('a', " + x + ", 5) == ''",
        x + " + " + x + " == ''",
        "bytes(" + x + ") == b''",
        "bytes('\u00e4'.replace('\u00e4', " + x + ")) == b''",
        x + ".split('').size() == 0",
        x + ".split('a').size() == 0",
        x + ".split('', 100000).size() == 0",
        "[" + x + ", " + x + "].join() == ''",
        "['', ''].join(" + x + " + " + "'" + "b".repeat(8000) + "') + " + x + " == ''",
        "['', '', ''].join(" + x + ") == ''",
        "strings.quote(" + x + ") == ''",
        "string(dyn(" + x + ")).replace('a', 'ab') == ''");
  }

  @ParameterizedTest
  @MethodSource("builders")
  void whatWouldBeTooLargeIsNotBuilt(String expression) {
    assertThat(mismatch(expression).orElseThrow()).startsWith("celExpressions[0] " + TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[[1]]X.size() == 0",
        "{1: [[1]]X} == {}",
        "[optional.of([1])]O.size() == 0",
        "dyn({'a': true})[dyn([[1]]X)]",
        "[[1]]X == [[1]]X",
        "dyn([1]) in dyn([[1]]X)"
      })
  void aListThatHoldsItsPartsTwiceIsAsLargeAsAllOfThem(String expression) {
    String doubling =
        expression
            .replace("X", ".map(x, [x, x])".repeat(60))
            .replace("O", ".map(x, optional.of([x, x]))".repeat(60));
    assertThat(mismatch(doubling).orElseThrow()).startsWith("celExpressions[0] " + TOO_LARGE);
  }

  @Test
  void listsAndBytesThatDoubleEnd() {
    assertThat(mismatch("[[1]]" + ".map(x, x + x)".repeat(60) + ".size() == 0").orElseThrow())
        .startsWith("celExpressions[0] " + TOO_LARGE);
    assertThat(
            mismatch("[b'0123456789']" + ".map(x, x + x)".repeat(60) + ".size() == 0")
                .orElseThrow())
        .startsWith("celExpressions[0] " + TOO_LARGE);
    assertThat(
            mismatch("['0123456789']" + ".map(x, x + x)".repeat(60) + ".size() == 0").orElseThrow())
        .startsWith("celExpressions[0] " + TOO_LARGE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "L.contains(L)",
        "L.indexOf(L) == 0",
        "L.lastIndexOf(L, 3) == 0",
        "L.matches('(a{1000}){1}(a{1000})(a{1000})')",
        "L.matches('((a?){30}(a?){30}){1}b')",
        "'a'.matches(L)"
      })
  void aSearchCostsTheProductOfBothLengths(String expression) {
    String dear = expression.replace("L", "managedCluster.long");
    assertThat(mismatch(dear).orElseThrow()).startsWith("celExpressions[0] " + TOO_DEAR);
    assertThat(mismatch("true || " + dear)).isEmpty();
    assertThat(mismatch(dear + " || true").orElseThrow())
        .startsWith("celExpressions[0] " + TOO_DEAR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "managedCluster.long.size() == 200000",
        "managedCluster.long.contains('aab') == false",
        "managedCluster.long.replace('aaaaaaaaaa', 'a').size() == 20000",
        "managedCluster.long.replace('b', managedCluster.long) == managedCluster.long",
        "managedCluster.ten.split('').size() == 100",
        "managedCluster.ten.split('0').join('zero').startsWith('zero123')",
        "managedCluster.ten.split('').map(c, c + c).filter(c, c != '00').size() == 90",
        "managedCluster.ten.matches('^([0-9]{10}){10}$')",
        "!managedCluster.long.matches('(a+)+b')",
        "(managedCluster.name + '-' + strings.quote('a')) == 'c1-\\\"a\\\"'",
        "dyn(managedCluster.name) + dyn('x') == 'c1x'",
        "bytes('a') + b'b' == b'ab' && string(b'ab') == 'ab'",
        "[1] + [2] == [1, 2] && {'a': [1]} == {'a': [1]}"
      })
  void whatPeopleWriteIsEvaluated(String expression) {
    assertThat(mismatch(expression)).isEmpty();
  }

  private static Stream<String> deepOnes() {
    return Stream.of(
        "[".repeat(5_000) + "]".repeat(5_000) + " == []",
        "{1:".repeat(2_000) + "1" + "}".repeat(2_000) + " == {}",
        "[".repeat(10_000),
        // Brackets in texts make no room for others.
        ("[".repeat(90) + "']]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]', ")
            .repeat(60),
        "]".repeat(100) + "[".repeat(5_000),
        "(".repeat(5_000) + "true" + ")".repeat(5_000),
        "managedCluster" + ".a".repeat(5_000),
        "1" + "+1".repeat(5_000) + " == 1",
        "true ? true : ".repeat(700) + "true",
        "'a'" + ".trim()".repeat(1_400) + " == ''");
  }

  /** With half of the stack that a thread has by default. */
  @ParameterizedTest
  @MethodSource("deepOnes")
  void whatIsNestedTooDeeplyIsMisconfigured(String expression) throws Exception {
    List<String> faults = new ArrayList<>();
    Thread small =
        new Thread(
            null, () -> faults.addAll(ParsedSpec.faults(spec(expression))), "small", 512 * 1024);
    small.start();
    small.join(TimeUnit.MINUTES.toMillis(1));
    assertThat(faults)
        .singleElement()
        .asString()
        .startsWith("spec.predicates[0].requiredClusterSelector.celSelector.celExpressions[0] is ")
        .containsAnyOf("more than 100 brackets in one another", "recursion limit exceeded");
  }

  private static Optional<String> mismatch(String expression) {
    return ParsedSpec.valid(spec(expression))
        .predicates()
        .get(0)
        .cel()
        .orElseThrow()
        .mismatch(CLUSTER, ScoreTable.of(List.of(), Instant.EPOCH));
  }

  private static String spec(String expression) {
    return "{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: [\"%s\"]}}}]}"
        .formatted(expression);
  }
}
