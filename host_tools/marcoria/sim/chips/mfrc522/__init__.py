"""Model of the NXP MFRC522, a reader of ISO/IEC 14443 A cards."""
