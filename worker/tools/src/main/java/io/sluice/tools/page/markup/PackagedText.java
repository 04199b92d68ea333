package io.sluice.tools.page.markup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Holds a style sheet or script of the pages, as it is packaged beside them. */
public record PackagedText(String text) {
  private static final String FOLDER = "/io/sluice/tools/page/";

  /** Reads one by its file name. */
  public static PackagedText read(String name) {
    try (InputStream in = PackagedText.class.getResourceAsStream(FOLDER + name)) {
      if (in == null) {
        throw new IllegalStateException("the jar has no " + FOLDER + name);
      }
      return new PackagedText(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what a Content-Security-Policy allows it by. */
  String source() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
