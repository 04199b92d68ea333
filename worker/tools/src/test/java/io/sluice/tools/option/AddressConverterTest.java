package io.sluice.tools.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

/** Tests addresses on the command line. */
class AddressConverterTest {
  @ParameterizedTest
  @CsvSource({
    "hub, it is no address",
    "http://hub:99999, port 99999 is not from 1 to 65535",
    "http://hub:abc, 'it has no host, or a port that is no number'",
    "https://, it is no address",
  })
  void aWrongAddressIsExplained(String url, String problem) {
    assertThatThrownBy(() -> new HubUrlConverter().convert(url))
        .isInstanceOf(TypeConversionException.class)
        .hasMessage(problem + ". Write it as http://127.0.0.1:16443.");
  }

  @Test
  void aRightAddressIsTaken() {
    assertThat(new HubUrlConverter().convert("https://hub:6443")).isEqualTo("https://hub:6443");
    assertThat(new TemporalAddressConverter().convert("temporal:7233")).isEqualTo("temporal:7233");
    assertThat(new TemporalAddressConverter().convert("[::1]:7233")).isEqualTo("[::1]:7233");
  }

  @ParameterizedTest
  @CsvSource({
    "temporal, it names no port",
    "temporal:, it names no port",
    "temporal:99999, port 99999 is no number from 1 to 65535",
    "temporal:grpc, port grpc is no number from 1 to 65535",
    "https://temporal:7233, it is a URL",
  })
  void aWrongAddressOfTemporalIsExplained(String address, String problem) {
    assertThatThrownBy(() -> new TemporalAddressConverter().convert(address))
        .hasMessage(problem + ". Write HOST:PORT, such as temporal.example.com:7233.");
  }
}
