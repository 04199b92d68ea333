package io.sluice.policy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks the hash of a tree against the equality of policy-propagation 4.3. */
class HashesTest {
  private static String hash(String json) throws JsonProcessingException {
    return Hashes.ofTree(new ObjectMapper().readValue(json, Object.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1,\"b\":null} | {\"a\":1}",
        "{\"a\":1,\"b\":{}} | {\"a\":1}",
        "{\"a\":1,\"b\":[]} | {\"a\":1}",
        "{\"a\":1,\"b\":{\"c\":{\"d\":null}}} | {\"a\":1}",
        "{\"a\":1,\"b\":2} | {\"b\":2,\"a\":1}",
        "{\"a\":1} | {\"a\":1.0}",
        "{\"a\":100} | {\"a\":1e2}",
        "{\"a\":0} | {\"a\":-0.0}",
        "[{\"b\":1,\"a\":[]}] | [{\"b\":1}]"
      })
  void equivalentTreesHaveOneHash(String one, String other) throws JsonProcessingException {
    assertThat(hash(one)).isEqualTo(hash(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":1} | {\"a\":2}",
        "{\"a\":1} | {\"a\":\"1\"}",
        "{\"a\":true} | {\"a\":\"true\"}",
        "{\"a\":\"\"} | {}",
        "{\"a\":false} | {}",
        "{\"a\":0} | {}",
        "{\"a\":[1,2]} | {\"a\":[2,1]}",
        "{\"a\":[[1],[2]]} | {\"a\":[[1,2]]}",
        "{\"a\":[{}]} | {\"a\":[]}",
        "{\"a\":[null]} | {\"a\":[]}",
        "{\"a\":{\"b\":1},\"c\":2} | {\"a\":{\"b\":1,\"c\":2}}",
        "{\"a\":\"x\\\",\\\"b\\\":\\\"y\"} | {\"a\":\"x\",\"b\":\"y\"}",
        "{\"objectDefinition\":{\"a\":1,\"b\":{}}} | {\"objectDefinition\":{\"a\":1}}",
        "{\"objectDefinition\":{\"a\":1,\"b\":null}} | {\"objectDefinition\":{\"a\":1}}",
        "{\"objectDefinition\":{\"a\":{}}} | {\"objectDefinition\":{}}",
        "{\"x\":1,\"objectDefinition\":{}} | {\"x\":1}",
        "{\"objectDefinition\":{\"a\":{\"b\":[]}}} | {\"objectDefinition\":{\"a\":{}}}",
        "{\"a\":1234567890123456789} | {\"a\":1234567890123456788}"
      })
  void differentTreesHaveDifferentHashes(String one, String other) throws JsonProcessingException {
    assertThat(hash(one)).isNotEqualTo(hash(other));
  }

  @Test
  void theJavaTypeOfAWholeNumberDoesNotMatter() {
    assertThat(Hashes.ofTree(Map.of("a", 1)))
        .isEqualTo(Hashes.ofTree(Map.of("a", 1L)))
        .isEqualTo(Hashes.ofTree(Map.of("a", BigInteger.ONE)))
        .isEqualTo(Hashes.ofTree(Map.of("a", 1.0)));
  }

  @Test
  void unicodeIsDistinguishedAndStable() {
    assertThat(Hashes.ofTree("é")).isNotEqualTo(Hashes.ofTree("e\u0301"));
    assertThat(Hashes.ofTree("\ud83d\ude00")).isNotEqualTo(Hashes.ofTree("\ud83d\ude01"));
    // printf '"é"' | sha256sum
    assertThat(Hashes.ofTree("é")).isEqualTo("f2886017e9c7abac");
  }

  @Test
  void keysBeyondTheBasicPlaneAreSortedAsBytes() {
    assertThat(CanonicalJson.of(Map.of("\uff5e", 1, "\ud83d\ude00", 2)))
        .isEqualTo("{\"\uff5e\":1,\"\ud83d\ude00\":2}");
  }

  @Test
  void controlCharactersAreEscaped() {
    assertThat(CanonicalJson.of("a\n\"b\\")).isEqualTo("\"a\\u000a\\\"b\\\\\"");
  }

  @Test
  void aListOfNullStaysAList() {
    assertThat(CanonicalJson.of(Arrays.asList(null, List.of(), Map.of())))
        .isEqualTo("[null,[],{}]");
  }

  @Test
  void aHashHasSixteenHexDigits() {
    assertThat(Hashes.ofTree(Map.of())).matches("[0-9a-f]{16}");
  }
}
