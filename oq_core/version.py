"""The version of the library, the command and the app."""

VERSION = "0.1.0"
