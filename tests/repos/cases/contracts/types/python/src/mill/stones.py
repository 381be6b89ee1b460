from mill import wheel
