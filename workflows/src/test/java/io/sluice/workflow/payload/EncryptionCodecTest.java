package io.sluice.workflow.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.failure.v1.Failure;
import io.temporal.common.converter.DataConverter;
import io.temporal.failure.ApplicationFailure;
import io.temporal.payload.codec.PayloadCodec;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EncryptionCodecTest {
  private static final String OLD = "2026-10 " + key(1);
  private static final String NEW = "2026-11 " + key(2);

  @Test
  void whatIsEncryptedCannotBeReadWithoutItsKeyAndCanWithIt() {
    Payload encoded = encode(NEW, "policies/web-tls");
    assertThat(encoded.getMetadataOrThrow("encoding").toStringUtf8()).isEqualTo("binary/encrypted");
    assertThat(encoded.getMetadataOrThrow("encryption-key-id").toStringUtf8()).isEqualTo("2026-11");
    assertThat(encoded.toString()).doesNotContain("web-tls");
    assertThat(decode(NEW, encoded)).isEqualTo("policies/web-tls");
  }

  @Test
  void theSameTextIsNeverEncryptedToTheSameBytes() {
    assertThat(encode(NEW, "Halted")).isNotEqualTo(encode(NEW, "Halted"));
  }

  @Test
  void theFirstKeyEncryptsAndAllDecrypt() {
    String both = NEW + "\n# until all rollouts of October have ended\n" + OLD;
    assertThat(decode(both, encode(OLD, "of October"))).isEqualTo("of October");
    assertThat(decode(NEW, encode(both, "of November"))).isEqualTo("of November");
  }

  @Test
  void whatWasNotEncryptedStaysReadable() {
    Payload small = Payloads.converter().toPayload("plain").orElseThrow();
    Payload large = Payloads.converter().toPayload("plain ".repeat(5_000)).orElseThrow();
    assertThat(decode(NEW, small)).isEqualTo("plain");
    assertThat(decode(NEW, large)).isEqualTo("plain ".repeat(5_000));
  }

  @Test
  void aLargePayloadIsCompressedBeforeItIsEncrypted() {
    assertThat(encode(NEW, "cluster ".repeat(10_000)).getSerializedSize()).isLessThan(1_000);
  }

  @Test
  void aMissingKeyIsNamedAndIsNoFaultOfThePayload() {
    Payload encoded = encode(NEW, "text");
    assertThatThrownBy(() -> Payloads.converter().fromPayload(encoded, String.class, String.class))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Cannot read a payload: it is encrypted with key 2026-11, and this process has no keys."
                + " Add it to the file of payloads.keyFile, and restart.");
    assertThatThrownBy(() -> decode(OLD, encoded))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("key 2026-11, and this process has only 2026-10.");
  }

  @Test
  void anotherKeyUnderTheSameIdIsNamed() {
    Payload encoded = encode(NEW, "text");
    assertThatThrownBy(() -> decode("2026-11 " + key(3), encoded))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "Cannot read a payload: the key 2026-11 here is not the one that encrypted it."
                + " Put that one into the file of payloads.keyFile, and restart.");
  }

  @Test
  void whatIsTooShortToBeEncryptedIsNamed() {
    Payload cut = encode(NEW, "text").toBuilder().setData(ByteString.copyFromUtf8("x")).build();
    assertThatThrownBy(() -> decode(NEW, cut))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith(
            "Cannot read a payload: what is encrypted with key 2026-11 is none.");
  }

  @Test
  void theTextOfAFailureIsEncryptedTooAndItsTypeIsNot() {
    DataConverter converter = Payloads.converter(PayloadKeys.parse(NEW));
    ApplicationFailure failure = ApplicationFailure.newFailure("web-tls is gone", "PolicyNotFound");
    Failure encoded = converter.exceptionToFailure(failure);
    assertThat(encoded.toString()).doesNotContain("web-tls").contains("PolicyNotFound");
    assertThat(converter.failureToException(encoded)).hasMessageContaining("web-tls is gone");
    assertThat(Payloads.converter().exceptionToFailure(failure).getMessage())
        .isEqualTo("web-tls is gone");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | it has no key",
        "'# none' | it has no key",
        "'2026-11' | line 1: it has not an id and a key, with a space between",
        "'2026-11 c2VjcmV0' | line 1: the key 2026-11 has 6 bytes, and AES-256 takes 32",
        "'2026-11 se!cret' | line 1: the key 2026-11 is not base64",
      })
  void aBadKeyIsNamedAndNotShown(String text, String message) {
    assertThatThrownBy(() -> PayloadKeys.parse(text)).hasMessage(message);
  }

  @Test
  void twoKeysOfOneIdAreRefused() {
    assertThatThrownBy(() -> PayloadKeys.parse(NEW + "\n" + NEW))
        .hasMessage("line 2: there are two keys 2026-11");
  }

  @Test
  void aCodecForOtherReadersDoesTheSame() {
    PayloadCodec codec = Payloads.codec(PayloadKeys.parse(NEW));
    Payload decoded = codec.decode(List.of(encode(NEW, "text"))).get(0);
    assertThat(decoded.getData().toStringUtf8()).isEqualTo("\"text\"");
  }

  private static Payload encode(String keys, String text) {
    return Payloads.converter(PayloadKeys.parse(keys)).toPayload(text).orElseThrow();
  }

  private static String decode(String keys, Payload payload) {
    return Payloads.converter(PayloadKeys.parse(keys))
        .fromPayload(payload, String.class, String.class);
  }

  private static String key(int seed) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) seed;
    return Base64.getEncoder().encodeToString(bytes);
  }
}
