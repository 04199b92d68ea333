package io.sluice.hub.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs the body of a request, with the time against later repeats (between-waves K6, N3): {@code
 * t=<seconds since 1970>,v1=<HMAC-SHA256 of t.body in hex>}.
 */
public final class WebhookSignature {
  /** The header that has it. */
  public static final String HEADER = "Sluice-Signature";

  private static final String ALGORITHM = "HmacSHA256";

  private WebhookSignature() {}

  /** Returns the value of the header. */
  public static String of(String body, byte[] key, Instant now) {
    long time = now.getEpochSecond();
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      byte[] signature = mac.doFinal((time + "." + body).getBytes(UTF_8));
      return "t=%d,v1=%s".formatted(time, HexFormat.of().formatHex(signature));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
